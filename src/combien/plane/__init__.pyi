from combien.plane._classify import Verdict as Verdict
from combien.plane._classify import classify as classify
from combien.plane._families import PlaneTable as PlaneTable
from combien.plane._families import classify_all as classify_all
from combien.plane._groups import PlaneGroup as PlaneGroup
from combien.plane._groups import plane_groups as plane_groups
from combien.plane._supertiles import Supertile as Supertile
from combien.plane._supertiles import supertile as supertile
