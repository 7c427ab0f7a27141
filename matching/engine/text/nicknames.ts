/** Given names with their short forms and other spellings; any two names of a line may be the same person's. */
const NICKNAMES = `
abigail abby gail
ann anne anna annie
sara sarah
eric erik
marc mark
carl karl
jon john jonathan jonny johnny
alexander alexandra alex sasha xander
alfred alf fred
andrew andy drew
anthony antonio tony
barbara barb babs
benjamin ben benny
bernard bernie
beverly bev
catherine katherine kathryn cathy kathy kate katie kit
charles charlie chuck
christina christine chris tina
christopher chris kit
cynthia cindy
daniel dan danny
david dave davey
deborah debra deb debbie
dennis denny
donald don donnie
dorothy dot dottie
douglas doug
edward ed eddie ned ted
eleanor ellie nora
elizabeth beth betty liz lizzie eliza libby
emily em emmy
eugene gene
florence flo
frances fran
francis frank
franklin frank
frederick fred freddie
gabriel gabriela gabriella gabe gabby
gerald gerry jerry
gregory greg
harold harry hal
henry hank harry
isabella isabel bella izzy
jacob jake
jacqueline jackie
james jim jimmy jamie
jeffrey geoffrey jeff geoff
jennifer jen jenny
jessica jess jessie
john jon jack johnny
jonathan jon johnny
joseph joe joey
joshua josh
judith judy
kenneth ken kenny
kimberly kim
lawrence laurence larry
leonard leo len lenny
lillian lily
louis lou louie
margaret maggie meg peggy marge
martha marty
martin marty
matthew matt
melissa missy mel
michael mike mick mikey
mitchell mitch
nancy nan
natalie nat
nathan nathaniel nate nat
nicholas nick nicky
nicole nikki
norman norm
pamela pam
patricia pat patty tricia trish
patrick pat paddy
peter pete
philip phillip phil
rachel rae
raymond ray
rebecca becky becca
richard rick ricky dick rich
robert bob bobby rob robbie
roger rodge
ronald ron ronnie
rosemary rose rosie
russell russ
samantha sam
samuel sam sammy
sandra sandy
stanley stan
stephanie steph
stephen steven steve
susan susanne suzanne sue susie
terence terrence terry
theodore ted teddy theo
theresa teresa terry tess
thomas tom tommy
timothy tim
valerie val
victor vic
victoria vicky tori
vincent vince
virginia ginny
walter walt
wesley wes
william bill billy will willie liam
zachary zach
francisco paco pancho curro fran
jose pepe chepe
ignacio nacho
jesus chus chuy
guillermo memo guille
enrique quique kike
roberto beto
alberto beto
manuel manolo manu
rafael rafa
antonio tono toni
eduardo lalo edu
dolores lola
concepcion concha conchita
mercedes merche
rosario charo
francisca paca paqui
guadalupe lupe lupita
joao juan
giuseppe beppe peppe pino
giovanni gianni vanni
francesco franco checco
luigi gigi
domenico mimmo
salvatore toto
johannes johann hans hannes jan
friedrich fritz fred
heinrich heinz henrik hein
wilhelm willi willy wim
josef sepp joseph
georg jorg jurgen schorsch
matthias matze
sebastian basti bastian
maximilian max
alexander alex axel
michael micha michel
andreas andi
stefan steffen
katharina kathi kaethe kathe katja
elisabeth lisa liesel elsbeth else betti
margarete margarethe grete gretel greta
magdalena lena leni
christine christina kirsten stina
johanna hanna hanne
ekaterina yekaterina katerina katya katia kate
aleksandr aleksandra sasha sascha shura
dmitri dmitry dima mitya
vladimir vova volodya volodymyr
mikhail misha mykhailo
nikolai kolya mykola nikolay
ivan vanya ioann
evgeny evgeniy yevgeny evgeni yevhen eugene zhenya
evgenia yevgenia yevheniia zhenya eugenia
maria masha marija marya
anastasia nastya
natalia natasha natalya nataliya
tatiana tanya tetiana
olga olha olya
elena olena lena yelena helen
yulia yuliia julia iuliia
sergei serhii seryozha serge
pavel pasha pavlo paul
petr petro pyotr peter
yuri yurii jurij george georgy
ioannis yannis giannis john
georgios giorgos george
konstantinos kostas costas dinos
dimitrios dimitris mitsos jim
nikolaos nikos
vasileios vasilis vassilis bill
panagiotis panos takis
eleni helen elena
aikaterini katerina
katarzyna kasia
malgorzata gosia
agnieszka aga
aleksandra ola
krzysztof krzysiek
tomasz tomek
wojciech wojtek
stanislaw staszek
cornelis cees kees
jacobus jaap koos
johannes jan hans joop
hendrik henk
adrianus adriaan ad arie
wilhelmina willemien mien

francois francoise
catherine cathy
mohammed muhammad mohamed mohamad muhammed mehmet mohammad
ahmed ahmad ahmet
hussein husayn hossein hussain huseyin
youssef yusuf yousef yousuf joseph
ibrahim ebrahim
omar umar omer
othman osman uthman
khaled khalid
said saeed sayed
saleh salih
abdullah abdallah
moshe moses moishe
yaakov jacob yakov
yitzhak isaac itzhak
`;

const groupsOf = new Map<string, number[]>();
for (const [group, names] of NICKNAMES.trim().split("\n").entries()) {
  for (const name of names.split(" ")) groupsOf.set(name, [...(groupsOf.get(name) ?? []), group]);
}

/** @returns the groups of a folded given name: names that are commonly one person's; undefined for none */
export function nicknameGroups(name: string): readonly number[] | undefined {
  return groupsOf.get(name);
}
