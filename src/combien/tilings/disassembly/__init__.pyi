from combien.tilings.disassembly._disassemble import disassemble as disassemble
from combien.tilings.disassembly._result import Disassembly as Disassembly
from combien.tilings.disassembly._result import Move as Move
from combien.tilings.disassembly._result import Rotation as Rotation
from combien.tilings.disassembly._survey import Survey as Survey
from combien.tilings.disassembly._survey import survey as survey
