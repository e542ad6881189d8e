// What everybody tries first: words that people choose again and again (names, teams, animals,
// months, places), alone and with the endings they put behind them. Together more than 6,000
// passwords (docs/security.md, K15); none of them becomes a good one by being doubled or by
// standing beside another. Lower case, letters and digits only, as `requireStrong` compares.

/** Five letters at least: shorter ones stand inside every honest sentence. */
export const commonBases: readonly string[] = `
  aaron access action adams adidas admin administrator adrian airborne albert alexander
  alexandra alexis alice alicia allison alpha amanda amber america american amigo amour anderson
  andrea andrew angel angela angels animal anthony antonio apache apollo apple apples april
  archie arizona arsenal arthur ashley athena atlanta august austin australia autumn avatar
  babygirl bailey banana bandit barbara barbie barcelona barney baseball basket basketball
  batman beach beatles beautiful beauty beaver benfica benjamin benson berlin biteme blackie
  blazer blessed blizzard blonde blossom bluebird bonnie boomer boston bowling bradley brandon
  brandy brasil braves brazil brenda brittany broncos brooke brooklyn brother browns bruins
  bubbles buddha buddy buffalo bulldog bulldogs bullet buster butter butterfly calvin camaro
  camera cameron campbell canada cancer captain carlos carmen carolina caroline carter casper
  catherine cedars champion chance changeme changeit charles charlie charlotte cheese chelsea
  cherry chester chicago chicken chocolate chopper chris christian christina christine christmas
  christopher claire classic claudia cocacola coffee college colorado company compaq computer
  connor control cookie cookies cooper copper corona corvette country courtney cowboy cowboys
  crazy creative cricket crystal daddy daisy dakota dallas daniel danielle darkness database
  david december default denise dennis denver desktop destiny detroit dexter diablo diamond
  diesel digital disney doctor dodgers dolphin dolphins domino donald donkey dorothy douglas
  dragon dragons dreamer dreams driver ducati duncan eagle eagles easter eclipse edward einstein
  elephant elizabeth elvis emerald eminem empire engineer england enter erica everton explorer
  extreme facebook falcon family fantasy fashion ferrari fishing florida flower flowers fluffy
  football forest forever formula france francis frank franklin freddy freedom friday friend
  friends gabriel galaxy gandalf garden garfield garnet gateway gemini general genesis george
  georgia german germany giants gibson ginger godzilla golden goldfish golfer google gordon
  grace green gregory guitar gunner hamilton hammer hannah happiness happy hardcore harley harry
  hawaii heather heaven hello helpme hendrix henry hercules hockey holiday homer honda honey
  horses hotdog hotmail houston howard hunter hunting iceman iloveyou indian indiana internet
  ireland ironman isabella island jackson jaguar james january japan jasmine jason jasper
  jennifer jeremy jerome jessica jessie jesus johnny johnson jonathan jordan joseph joshua
  juliet junior jupiter justice justin juventus karate karen katherine kathleen kawasaki kelly
  kenneth kermit kevin killer kimberly kitten kitty knight knights lacrosse ladies lakers laptop
  lauren lawrence leather lebanon legend letmein liberty lincoln linda lisbon little liverpool
  lizard logan login london louise lovelove lovely loveme lover lovers loveyou lucky maddie
  madison madonna madrid maggie magic magnum manager manchester manutd marcus margaret maria
  mariah marina marine marines mario marlboro marley marlin martha martin marvin master matrix
  matthew maurice maverick maxwell melanie melissa member mercedes mercury merlin metallica
  michael michelle michigan mickey microsoft midnight miller minecraft miranda mitchell molly
  monday money monica monkey monster montana moose morgan morning mother motorola mountain
  mozart muffin murphy mustang mylove nascar natalie natasha nathan nelson newyork nicholas
  nicole nintendo nirvana nissan nokia norman nothing november october office oliver olivia
  online orange orlando orion oscar packers palermo pamela panther panthers parker parola
  passion passport password passwort patches patricia patrick patriots peaches peanut pebbles
  penguin pepper pepsi peter phantom phoenix pickle pirate platinum player playboy please
  pokemon police pookie poohbear popcorn porsche portugal power prince princess private pumpkin
  purple qwerty rabbit rachel racing raider raiders rainbow ranger rangers raymond rebecca
  redskins redsox reggie remember renault richard ricky robert roberto rocket rocky roland
  ronald ronaldo rooster rosebud rosemary russell sabrina sailing sailor samantha sammy samson
  samsung samuel sandra saturn savannah school scooby scooter scorpio scorpion scotland scott
  seattle secret security september serena service seven shadow shannon sharon shelby sherlock
  shirley shopping shorty sierra silver simple simpson simpsons slayer slipknot smokey snickers
  sniper snoopy snowball snowman soccer sophia sophie southpark spanky sparky special spencer
  spider spiderman spirit spring stanley starbucks stargate startrek starwars steelers stella
  stephanie stephen steven stewart storage storm stupid success sugar summer sunday sunflower
  sunset sunshine superman superstar support surfer susan suzuki sweet sweetheart sweetie
  swimming sydney system taylor teacher temporary tennis teresa test1 tester testing theman
  theresa thomas thunder thursday tiffany tiger tigers tigger timothy tinkerbell titanic tomcat
  toronto tottenham toyota travel travis trinity trouble trumpet trustno1 tucker tuesday turkey
  turtle united unknown vanessa vegeta veronica victor victoria vienna viking vikings vincent
  violet viper virginia vision volcano volleyball voyager wallace walter warcraft warrior watson
  webster wednesday welcome western whatever whiskey william williams willow wilson window
  windows winner winston winter wizard wolfpack wonder yahoo yamaha yankee yankees yellow yvonne
  zachary zidane zombie zxcvbn
`
  .trim()
  .split(/\s+/)

/** What people put behind a word when a number is asked for. */
const endings = ['', '1', '12', '123', '1234', '2', '7', '69', '99'] as const

export const commonPasswords: ReadonlySet<string> = new Set(
  commonBases.flatMap((base) => endings.map((ending) => base + ending)),
)
