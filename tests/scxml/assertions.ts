import { OF_DATA } from "./assertions_of_data.ts";
import { OF_EVENTS } from "./assertions_of_events.ts";
import { OF_WORK } from "./assertions_of_work.ts";

/** The content of a machine that ends in `pass` where an assertion of SCXML holds, by what it asserts. */
export const ASSERTIONS: Readonly<Record<string, string>> = {
  "events of raise come in their order":
    `<state id="s0"><onentry><raise event="foo"/><raise event="bar"/></onentry><transition event="foo" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="bar" target="pass"/><transition event="*" target="fail"/></state>`,
  "the first true branch of if runs, and no other":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0"><onentry><if cond="false"><raise event="foo"/><assign location="v1" expr="v1 + 1"/><elseif cond="true"/><raise event="bar"/><assign location="v1" expr="v1 + 1"/><else/><raise event="baz"/></if><raise event="bat"/></onentry><transition event="bar" cond="v1 == 1" target="pass"/><transition event="*" target="fail"/></state>`,
  "else runs where no branch is true":
    `<state id="s0"><onentry><if cond="false"><raise event="foo"/><elseif cond="1 == 2"/><raise event="bar"/><else/><raise event="baz"/></if></onentry><transition event="baz" target="pass"/><transition event="*" target="fail"/></state>`,
  "nothing runs where no branch is true and there is no else":
    `<state id="s0"><onentry><if cond="false"><raise event="foo"/></if><raise event="bat"/></onentry><transition event="bat" target="pass"/><transition event="*" target="fail"/></state>`,
  "foreach goes through the list in its order, with item and index":
    `<datamodel><data id="v1" expr="0"/><data id="v2" expr="[1,2,3]"/></datamodel><state id="s0"><onentry><foreach item="it" index="ix" array="v2"><assign location="v1" expr="v1 * 10 + it * 1 + ix * 0"/></foreach></onentry><transition cond="v1 == 123" target="pass"/><transition target="fail"/></state>`,
  "lists are joined":
    `<datamodel><data id="v1" expr="[1]"/></datamodel><state id="s0"><onentry><assign location="v1" expr="v1.concat([2])"/><assign location="v1" expr="[].concat(0, v1, [4], v1)"/></onentry><transition cond="v1.length == 6 &amp;&amp; v1[3] == 4" target="pass"/><transition target="fail"/></state>`,
  "foreach works on a copy of the list":
    `<datamodel><data id="v1" expr="[1,2,3]"/><data id="v2" expr="0"/></datamodel><state id="s0"><onentry><foreach item="x" array="v1"><assign location="v2" expr="v2 + 1"/></foreach></onentry><transition cond="v2 == 3" target="pass"/><transition target="fail"/></state>`,
  "a delayed event comes after its delay, shorter delays first":
    `<state id="s0"><onentry><send event="event2" delay="1s"/><send event="event1" delay=".5s"/></onentry><transition event="event1" target="s1"/><transition event="event2" target="fail"/></state><state id="s1"><transition event="event2" target="pass"/><transition event="*" target="fail"/></state>`,
  "param adds to the data of an event":
    `<state id="s0"><onentry><send event="event1"><param name="p" expr="123"/></send></onentry><transition event="event1" cond="_event.data.p == 123" target="pass"/><transition event="*" target="fail"/></state>`,
  "namelist adds to the data of an event":
    `<datamodel><data id="v1" expr="7"/></datamodel><state id="s0"><onentry><send event="event1" namelist="v1"/></onentry><transition event="event1" cond="_event.data.v1 == 7" target="pass"/><transition event="*" target="fail"/></state>`,
  "cancel takes a delayed event back":
    `<state id="s0"><onentry><send id="foo" event="e1" delay="1s"/><cancel sendid="foo"/><send event="e2" delay="2s"/></onentry><transition event="e1" target="fail"/><transition event="e2" target="pass"/></state>`,
  "events of raise come before those of send":
    `<state id="s0"><onentry><send event="event2"/><raise event="event1"/></onentry><transition event="event1" target="pass"/><transition event="*" target="fail"/></state>`,
  "events that are sent to #_internal come before those of send":
    `<state id="s0"><onentry><send event="event2"/><send event="event1" target="#_internal"/></onentry><transition event="event1" target="pass"/><transition event="*" target="fail"/></state>`,
  "In is true of an active state":
    `<state id="s0"><transition cond="In('s0')" target="pass"/><transition target="fail"/></state>`,
  "In is false of a history":
    `<parallel id="s0"><state id="p"/><history id="h" type="deep"><transition target="p"/></history><transition cond="In('h')" target="fail"/><transition target="pass"/></parallel>`,
  "the initial transition of a state has content":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0"><initial><transition target="s01"><assign location="v1" expr="1"/></transition></initial><state id="s01"><transition cond="v1 == 1" target="pass"/><transition target="fail"/></state></state>`,
  "without initial the first child in document order is entered":
    `<state id="s0"><transition event="*" target="fail"/><state id="s01"><transition target="pass"/></state><state id="s02"><transition target="fail"/></state></state>`,
  "onentry of a parent runs before that of its child":
    `<datamodel><data id="v1" expr="''"/></datamodel><state id="s0"><onentry><assign location="v1" expr="v1 + 'a'"/></onentry><state id="s01"><onentry><assign location="v1" expr="v1 + 'b'"/></onentry><transition cond="v1 == 'ab'" target="pass"/><transition target="fail"/></state></state>`,
  "onexit of a child runs before that of its parent":
    `<datamodel><data id="v1" expr="''"/></datamodel><state id="s0"><onexit><assign location="v1" expr="v1 + 'b'"/></onexit><state id="s01"><onexit><assign location="v1" expr="v1 + 'a'"/></onexit><transition target="s1"/></state></state><state id="s1"><transition cond="v1 == 'ab'" target="pass"/><transition target="fail"/></state>`,
  "several blocks of onentry run in document order":
    `<datamodel><data id="v1" expr="''"/></datamodel><state id="s0"><onentry><assign location="v1" expr="v1 + 'a'"/></onentry><onentry><assign location="v1" expr="v1 + 'b'"/></onentry><transition cond="v1 == 'ab'" target="pass"/><transition target="fail"/></state>`,
  "content of a transition runs after onexit and before onentry":
    `<datamodel><data id="v1" expr="''"/></datamodel><state id="s0"><onexit><assign location="v1" expr="v1 + 'a'"/></onexit><transition target="s1"><assign location="v1" expr="v1 + 'b'"/></transition></state><state id="s1"><onentry><assign location="v1" expr="v1 + 'c'"/></onentry><transition cond="v1 == 'abc'" target="pass"/><transition target="fail"/></state>`,
  "onentry of a final runs before done.state comes":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0" initial="f0"><transition event="done.state.s0" cond="v1 == 2" target="pass"/><transition event="*" target="fail"/><final id="f0"><onentry><assign location="v1" expr="2"/></onentry></final></state>`,
  "a default of a history is entered where there is none":
    `<state id="s0" initial="h"><transition event="entering" target="pass"/><transition event="*" target="fail"/><history type="shallow" id="h"><transition target="s02"/></history><state id="s01"/><state id="s02"><onentry><raise event="entering"/></onentry></state></state>`,
  "a deep history returns to the innermost states":
    `<datamodel><data id="n" expr="0"/></datamodel><state id="s0" initial="s01"><history type="deep" id="h"><transition target="s01"/></history><transition event="out" target="s1"/><state id="s01" initial="a"><state id="a"><transition target="b" cond="n == 0"/><transition target="fail" cond="n &gt; 0"/></state><state id="b"><onentry><raise event="out"/></onentry><transition cond="n &gt; 0" target="pass"/></state></state></state><state id="s1"><onentry><assign location="n" expr="n + 1"/></onentry><transition target="h"/></state>`,
  "an event matches a prefix of whole words":
    `<state id="s0"><onentry><raise event="foo.zoo"/></onentry><transition event="fo" target="fail"/><transition event="foo" target="pass"/></state>`,
  "an event does not match a prefix of letters":
    `<state id="s0"><onentry><raise event="foos"/></onentry><transition event="foo" target="fail"/><transition event="foos" target="pass"/></state>`,
  "one of several descriptors is enough":
    `<state id="s0"><onentry><raise event="bar"/></onentry><transition event="foo bar" target="pass"/><transition event="*" target="fail"/></state>`,
  "a descriptor may end in .*":
    `<state id="s0"><onentry><raise event="foo.old"/></onentry><transition event="foo.*" target="pass"/><transition event="*" target="fail"/></state>`,
  "the first transition in document order wins":
    `<state id="s0"><onentry><raise event="foo"/></onentry><transition event="foo" target="pass"/><transition event="foo" target="fail"/></state>`,
  "a transition of a child wins over that of its parent":
    `<state id="s0"><transition event="foo" target="fail"/><state id="s01"><onentry><raise event="foo"/></onentry><transition event="foo" target="pass"/></state></state>`,
  "all regions take an event that does not conflict":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0" initial="p0"><transition event="event1" target="fail"/><parallel id="p0"><state id="p0s1"><transition event="event1"><assign location="v1" expr="v1 + 1"/></transition></state><state id="p0s2"><onentry><raise event="event1"/><raise event="event2"/></onentry><transition event="event1"><assign location="v1" expr="v1 + 1"/></transition></state></parallel><transition event="event2" cond="v1 == 2" target="pass"/><transition event="event2" target="fail"/></state>`,
  "a parallel is done when all of its regions are":
    `<parallel id="s0"><onentry><send event="timeout" delay="2s"/><raise event="e1"/><raise event="e2"/></onentry><transition event="done.state.s0" target="pass"/><transition event="timeout" target="fail"/><state id="s01" initial="a"><state id="a"><transition event="e1" target="af"/></state><final id="af"/></state><state id="s02" initial="b"><state id="b"><transition event="e2" target="bf"/></state><final id="bf"/></state></parallel>`,
  "transitions without an event come before events":
    `<state id="s0"><onentry><raise event="internal"/><send event="external"/></onentry><transition event="*" target="fail"/><transition target="pass"/></state>`,
  "internal events come before external ones":
    `<state id="s0" initial="s01"><onentry><send event="external"/><raise event="i1"/><raise event="i2"/></onentry><transition event="external" target="fail"/><state id="s01"><transition event="i1" target="s02"/></state><state id="s02"><transition event="i2" target="pass"/></state></state>`,
  "a transition without a target leaves no state":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s1"><onentry><raise event="foo"/><raise event="bar"/></onentry><onexit><assign location="v1" expr="v1 + 10"/></onexit><transition event="foo"><assign location="v1" expr="v1 + 1"/></transition><transition event="bar" cond="v1 == 1" target="pass"/><transition event="bar" target="fail"/></state><state id="s0"><transition target="s1"/></state>`,
  "an internal transition to a descendant does not leave its source":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0" initial="s11"><onentry><raise event="foo"/><raise event="bar"/></onentry><onexit><assign location="v1" expr="v1 + 1"/></onexit><transition event="foo" target="s11" type="internal"/><transition event="bar" cond="v1 == 0" target="pass"/><transition event="bar" target="fail"/><state id="s11"/></state>`,
  "an external transition to a descendant leaves its source":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0" initial="s11"><onexit><assign location="v1" expr="v1 + 1"/></onexit><transition event="foo" target="s12"/><transition event="bar" cond="v1 == 1" target="pass"/><transition event="bar" target="fail"/><state id="s11"><onentry><raise event="foo"/><raise event="bar"/></onentry></state><state id="s12"/></state>`,
  "a condition that fails counts as false":
    `<state id="s0"><onentry><raise event="foo"/></onentry><transition event="foo" cond="nothing.there" target="fail"/><transition event="foo" target="pass"/></state>`,
  "data of the whole machine is there in every state":
    `<state id="s0"><transition cond="v1 == 1" target="pass"/><transition target="fail"/></state><state id="s1"><datamodel><data id="v1" expr="1"/></datamodel></state>`,
  ...OF_EVENTS,
  ...OF_DATA,
  ...OF_WORK,
};

/** Assertions that do not hold here: the machine, and a part of the sentence that says so on import or in the run. */
export const LEFT_OUT: Readonly<Record<string, readonly [body: string, sentence: string]>> = {
  "a target that only the run knows": [
    `<state id="s0"><onentry><raise event="e"/></onentry><transition event="e" target="s1"><send event="f" targetexpr="_event.data.from"/></transition></state><state id="s1"><transition event="f" target="pass"/></state>`,
    "only the run knows",
  ],
  "a function of ECMAScript": [
    `<datamodel><data id="v1" expr="0"/></datamodel><script>function set() { v1 = 1; }</script><state id="s0"><onentry><script>set()</script></onentry><transition cond="v1 == 1" target="pass"/></state>`,
    "cannot run",
  ],
  "a condition that sets a variable": [
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><transition cond="++v1 == 2" target="pass"/></state>`,
    "cannot run",
  ],
  "an error of a condition as an event": [
    `<state id="s0"><transition cond="return" target="fail"/><transition event="error.execution" target="pass"/></state>`,
    "cannot run",
  ],
  "XML as data": [
    `<datamodel><data id="v1"><a xmlns=""><b/></a></data></datamodel><state id="s0"><transition cond="v1.getElementsByTagName('b')" target="pass"/></state>`,
    "The XML inside <data>",
  ],
  "autoforward": [
    `<state id="s0"><onentry><send event="go" delay="1s"/></onentry><invoke autoforward="true"><content><scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="a"><transition event="go" target="f"/></state><final id="f"/></scxml></content></invoke><transition event="done.invoke" target="pass"/></state>`,
    "autoforward",
  ],
};
