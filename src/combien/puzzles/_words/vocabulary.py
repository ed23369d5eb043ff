"""Common English words of three and four letters, the default word list.

In alphabetical order; a file of words can be given instead.
"""

from __future__ import annotations

__all__ = ["FOUR", "THREE"]

THREE = """
ace act add age ago aid aim air ale all and ant any ape apt arc are ark arm art ash ask ate awe axe
bad bag ban bar bat bay bed bee beg bet bid big bin bit bow box boy bud bug bus but buy cab can cap
car cat cow cry cub cup cut dad day den dew did die dig dim dip dog dot dry due dug ear eat ebb egg
ego elm end era eve eye fan far fat fed fee few fig fin fir fit fix fly foe fog for fox fun fur gap
gas gem get got gum gun gut had ham has hat hay hen her hid him hip his hit hop hot how hub hug hut
ice icy ill ink inn ion its ivy jam jar jaw jet job jog joy key kid kin kit lab lad lap law lay leg
let lid lie lip lit log lot low mad man map mat may men met mix mob mop mud mug nap net new nod nor
not now nut oak oar oat odd off oil old one opt orb ore our out owe owl own pad pan par pat paw pay
pea peg pen pet pie pig pin pit pod pop pot put ran rat raw ray red rib rid rim rip rob rod rot row
rub rug run rye sad sat saw say sea see set she shy sin sip sir sit six ski sky sly son spy sum sun
tag tan tap tar tax tea ten the tie tin tip toe ton too top toy try tub two urn use van vat via vow
war was wax way web wed wet who why wig win wit woe won yes yet you zoo
"""

FOUR = """
able acid acre aged also arch area army atom aunt away baby back bake bald ball band bank bare bark
barn base bath beam bean bear beat been bell belt bend best bike bird bite blow blue boat body bold
bone book boot bore born both bowl burn bush busy cage cake calm came card care case cash cast cave
chip city clay clue coal coat code cold come cone cook cool cope copy core corn cost dare dark data
date dawn deal dear deep deer desk dial diet dirt dish dive door down draw drop drum dust duty each
earn ease east easy echo edge else even ever evil exit face fact fade fair fall fame farm fast fate
fear feed feel film find fine fire firm fish five flag flat flow foam fold food foot fork form four
free frog fuel full gain game gate gave gear gift girl give glad goal goat gold gone good gray grew
grid grow hair half hall hand hard harm hate have head heal hear heat herb here hero hide high hill
hole home hope horn hour idea idle into iris iron item join jump keen keep kind king kite knee know
lace lake lamp land lane last late lawn lead leaf lean leap left lend lens less life lift like lime
line link lion list live load loan lock lone long look lose love made mail main make male many mark
mask meal mean meat meet melt mild mile milk mind mine mint miss mode moon more most move much name
near neat neck need nest news next nice nine node none noon nose note oath obey omen once only open
oral oven over pace page pain pair pale palm park part pass past path peak pear pile pine pink plan
play plot poem poet pole pond pool poor pure race rail rain rare rate read real rear rely rent rest
rice rich ride ring rise road roar robe rock role roof room root rope rose rule safe sail salt same
sand save scar seal seat seed seem self send shed ship shoe shop show side sign silk sing site size
skin slow snow soap sock soft soil sole some song soon sort soul soup star stay stem step stop sure
swan swim tale talk tall tame tape task team tear tell tend tent test than that them then they thin
this tide tile time tiny tone tool torn tour town tree trip true tube tune turn twin type unit upon
used vase vast very view vine vote wage wait wake walk wall want warm wash wave weak wear week well
went were west what when wide wife wild will wind wine wing wire wise wish with wolf wood wool word
wore work worm yard year zero zone
"""
