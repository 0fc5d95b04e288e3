/**
 * State diagrams as people write them, with all that Mermaid's own page on them shows.
 *
 * @module
 */

/** A diagram and what it is an example of. */
export interface WrittenDiagram {
  readonly about: string;
  readonly text: string;
}

/** Diagrams that Mermaid reads. */
export const WRITTEN_DIAGRAMS: readonly WrittenDiagram[] = [
  { about: "a state and nothing else", text: "stateDiagram-v2\n    idle" },
  { about: "the older header", text: "stateDiagram\n  [*] --> Boiling\n  Boiling --> Cooling : lid off" },
  {
    about: "arrows with and without labels",
    text: `stateDiagram-v2
  [*] --> Parked
  Parked --> Driving : start engine
  Driving --> Parked : stop engine
  Driving --> Crashed
  Crashed --> [*]`,
  },
  { about: "no blanks around arrows and colons", text: "stateDiagram-v2\n[*]-->A\nA-->B:go\nB-->[*]:done" },
  {
    about: "much white space",
    text: "\n\n   stateDiagram-v2   \n\n\t[*]   -->   A\n\n\n\tA\t-->\tB   :   go   now   \n   \n",
  },
  {
    about: "line ends of Windows",
    text: "stateDiagram-v2\r\n  [*] --> A\r\n  A --> B : go\r\n  note right of A\r\n    hm\r\n  end note\r\n",
  },
  {
    about: "a title in the front matter",
    text: `---
title: "The coffee machine: states"
config:
  theme: forest
  state:
    nodeSpacing: 50
---
stateDiagram-v2
  [*] --> Ready
  Ready --> Brewing : cup placed`,
  },
  {
    about: "directives",
    text: `%%{init: { "theme": "dark",
  "themeVariables": { "fontSize": "12px" } }}%%
stateDiagram-v2
  A --> B`,
  },
  {
    about: "comments",
    text: `%% before all
stateDiagram-v2
  %% on a line
  A --> B %% behind an arrow
  %% A --> C
  B %% behind a state
  state C {
    %% inside
    C1 --> C2 %% and here
  }
  # of the other kind
  B --> C : go`,
  },
  {
    about: "texts of states",
    text: `stateDiagram-v2
  state "Waiting for the bus" as w
  r : Riding the bus
  [*] --> w
  w --> r : bus arrives
  r --> w : wrong bus`,
  },
  {
    about: "several texts of one state",
    text: `stateDiagram-v2
  s1 : Reading
  s1 : with a lamp on
  s1 : and tea
  s1 --> s2`,
  },
  {
    about: "a text with a second one behind",
    text: 'stateDiagram-v2\n  state "First line" as s1 : second line\n  s1 --> s2 : next',
  },
  {
    about: "names that are not English",
    text: `stateDiagram-v2
  [*] --> Geöffnet
  Geöffnet --> Schließend : Tür zu
  Schließend --> 閉じた : 完了
  閉じた --> [*]`,
  },
  {
    about: "names with signs in them",
    text: "stateDiagram-v2\n  v1.0 --> v1.1 : bump\n  v1.1 --> v2/rc : bump\n  v2/rc --> (done)",
  },
  {
    about: "words of the language as names",
    text: `stateDiagram-v2
  [*] --> fork
  fork --> end : go
  end --> choice
  choice --> join : on
  join --> as : off`,
  },
  {
    about: "a composite state",
    text: `stateDiagram-v2
  [*] --> Working
  state Working {
    [*] --> Typing
    Typing --> Thinking : stuck
    Thinking --> Typing : idea
    Thinking --> [*] : finished
  }
  Working --> Sleeping : tired
  Sleeping --> Working : rested`,
  },
  {
    about: "composites that complete",
    text: `stateDiagram-v2
  [*] --> Pack
  state Pack {
    [*] --> Fold
    Fold --> Press : folded
    Press --> [*]
  }
  Pack --> Ship
  state Ship {
    [*] --> Label
    Label --> [*]
  }
  Ship --> [*]`,
  },
  {
    about: "a composite with a text before its block",
    text: `stateDiagram-v2
  [*] --> Engine
  Engine : The engine of the car
  state Engine {
    [*] --> Off
    Off : Ignition is off
    Off --> On : key
  }`,
  },
  {
    about: "a composite with a text at its block",
    text: `stateDiagram-v2
  state "Getting dressed" as dress {
    [*] --> Socks
    Socks --> Shoes : on
  }
  [*] --> dress
  dress --> Outside : ready`,
  },
  {
    about: "three levels",
    text: `stateDiagram-v2
  [*] --> Country
  state Country {
    [*] --> City
    state City {
      [*] --> Street
      state Street {
        [*] --> House
        House --> [*]
      }
      Street --> Park : walk
    }
    City --> Village : move
  }`,
  },
  {
    about: "arrows between composites",
    text: `stateDiagram-v2
  [*] --> Left
  Left --> Right : swap
  Left --> Middle : centre
  state Left {
    [*] --> L1
    L1 --> L2 : step
  }
  state Right {
    [*] --> R1
    R1 --> [*]
  }
  state Middle {
    [*] --> M1
  }
  Right --> Left : swap`,
  },
  {
    about: "arrows between levels",
    text: `stateDiagram-v2
  [*] --> Outer
  state Outer {
    [*] --> Inner1
    Inner1 --> Inner2 : in
  }
  state Other {
    O1 --> O2 : o
  }
  Inner2 --> O2 : across
  O1 --> Outer : home
  Inner1 --> Alone : leave`,
  },
  {
    about: "a brace on a line of its own, and a block on one line",
    text: "stateDiagram-v2\n  state A\n  {\n    a1 --> a2 : x\n  }\n  state B { b1 --> b2 }\n  A --> B : y",
  },
  {
    about: "a state that is mentioned in two blocks",
    text: `stateDiagram-v2
  state A {
    a1 --> shared : x
  }
  state B {
    shared --> b1 : y
  }
  A --> B : z`,
  },
  {
    about: "a block in two parts",
    text:
      "stateDiagram-v2\n  state A {\n    a1 --> a2 : x\n  }\n  A --> B : y\n  state A {\n    a2 --> a3 : z\n  }",
  },
  {
    about: "a choice",
    text: `stateDiagram-v2
  state parity <<choice>>
  [*] --> Counting
  Counting --> parity : tick
  parity --> Even : if n % 2 == 0
  parity --> Odd : if n % 2 == 1
  Odd --> Counting : next
  Even --> Counting : next`,
  },
  {
    about: "a choice with else",
    text: `stateDiagram-v2
  [*] --> check
  state check <<choice>>
  check --> Rejected : else
  check --> Accepted : [score >= 50]
  check --> Honoured : score >= 90`,
  },
  {
    about: "a fork and its join",
    text: `stateDiagram-v2
  state split <<fork>>
  [*] --> split
  split --> Cook
  split --> SetTable
  state meet <<join>>
  Cook --> meet : cooked
  SetTable --> meet : set
  meet --> Dinner
  Dinner --> [*]`,
  },
  {
    about: "a fork with long branches, one of them composite",
    text: `stateDiagram-v2
  [*] --> Order
  state f <<fork>>
  state j <<join>>
  Order --> f : paid
  f --> Pick
  Pick --> Wrap : picked
  Wrap --> j : wrapped
  f --> Invoice
  state Invoice {
    [*] --> Draft
    Draft --> Sent : send
  }
  Invoice --> j : filed
  j --> Delivered : collect
  Delivered --> [*]`,
  },
  {
    about: "a fork inside a branch of another one",
    text: `stateDiagram-v2
  state f1 <<fork>>
  state j1 <<join>>
  state f2 <<fork>>
  state j2 <<join>>
  [*] --> f1
  f1 --> A
  f1 --> f2
  f2 --> B
  f2 --> C
  B --> j2 : b
  C --> j2 : c
  j2 --> j1
  A --> j1 : a
  j1 --> Z`,
  },
  {
    about: "a fork whose branches meet",
    text: `stateDiagram-v2
  state f <<fork>>
  [*] --> f
  f --> A
  f --> B
  A --> B : over
  B --> C : on`,
  },
  {
    about: "forks in brackets",
    text: `stateDiagram-v2
  state f [[fork]]
  state j [[join]]
  [*] --> f
  f --> A
  f --> B
  A --> j : a
  B --> j : b
  state c [[choice]]
  j --> c
  c --> D : yes
  c --> E : no`,
  },
  {
    about: "notes",
    text: `stateDiagram-v2
  Open --> Shut : push
  note right of Open
    Lets the cat in.
    Lets the cold in, too.
  end note
  note left of Shut : Keeps the cat in.`,
  },
  {
    about: "notes inside a block, and one for nobody",
    text: `stateDiagram-v2
  [*] --> Box
  state Box {
    [*] --> Cat
    note left of Cat
      Both alive
      and dead.
    end note
  }
  note "An experiment" as N1`,
  },
  {
    about: "concurrency",
    text: `stateDiagram-v2
  [*] --> Keyboard
  state Keyboard {
    [*] --> CapsOff
    CapsOff --> CapsOn : caps
    CapsOn --> CapsOff : caps
    --
    [*] --> NumOff
    NumOff --> NumOn : num
    NumOn --> NumOff : num
    --
    [*] --> ScrollOff
    ScrollOff --> ScrollOn : scroll
  }
  Keyboard --> Unplugged : pull`,
  },
  {
    about: "concurrency that completes, with composites inside",
    text: `stateDiagram-v2
  [*] --> Cooking
  state Cooking {
    [*] --> Rice
    state Rice {
      [*] --> Wash
      Wash --> Boil : clean
    }
    Rice --> [*] : soft
    --
    [*] --> Sauce
    Sauce --> [*] : thick
  }
  Cooking --> Eating
  Eating --> [*] : full`,
  },
  {
    about: "directions",
    text: `stateDiagram-v2
  direction LR
  [*] --> A
  A --> B : go
  state B {
    direction TB
    b1 --> b2 : on
  }
  B --> D : off`,
  },
  {
    about: "looks",
    text: `stateDiagram-v2
  direction TB
  accTitle: The accessible title
  accDescr: One line about it
  classDef calm fill:white
  classDef busy fill:#f00,color:white,font-weight:bold,stroke-width:2px;
  [*] --> Idle:::calm
  Idle --> Busy:::busy : work
  Busy:::busy --> Idle : rest
  class Idle calm
  class Idle, Busy busy
  style Busy fill:#fff,stroke:#000
  Idle --> [*]`,
  },
  {
    about: "clicks, sizes and the long description",
    text: `stateDiagram-v2
  accDescr {
    Several lines
    about it
  }
  hide empty description
  scale 350 width
  A --> B : go
  click A "https://example.org" "Read more"`,
  },
  {
    about: "guards and actions",
    text: `stateDiagram-v2
  [*] --> Locked
  Locked --> Unlocked : coin [value >= 5] / release()
  Unlocked --> Locked : push / lock()
  Unlocked --> Unlocked : coin
  Locked --> Locked : push
  Locked --> Broken : [age > 10]
  Broken --> Locked : /repair`,
  },
  {
    about: "codes and markup in texts",
    text: `stateDiagram-v2
  state "Price #lt; 5 #quot;net#quot;" as p
  p --> q : a#58;b #35;1
  q : two<br/>lines
  q --> r : one<br>two`,
  },
  {
    about: "several start marks and labels on them",
    text: `stateDiagram-v2
  [*] --> First : power on
  [*] --> Second
  First --> Second : go
  Second --> [*]
  First --> [*] : stop`,
  },
  {
    about: "semicolons at the end of looks, and two statements on a line",
    text: "stateDiagram-v2\n  classDef a fill:#eee;\n  A --> B C --> D\n  B --> C : go",
  },
];
