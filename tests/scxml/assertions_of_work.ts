/** A document inside another. */
const child = (body: string, attributes = "") =>
  `<content><scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" ${attributes}>${body}</scxml></content>`;
const LIMIT = `<onentry><send event="timeout" delay="2s"/></onentry>`;

/** Machines that states invoke, and the order of states and their content. */
export const OF_WORK: Readonly<Record<string, string>> = {
  "a machine inside invoke runs to its end":
    `<state id="s0">${LIMIT}<invoke type="http://www.w3.org/TR/scxml/">${
      child(`<final id="f"/>`)
    }</invoke><transition event="done.invoke" target="pass"/><transition event="timeout" target="fail"/></state>`,
  "done.invoke has the id of the work": `<state id="s0">${LIMIT}<invoke id="foo">${
    child(`<final id="f"/>`)
  }</invoke><transition event="done.invoke.foo" target="pass"/><transition event="*" target="fail"/></state>`,
  "done.invoke has the data of the end": `<state id="s0">${LIMIT}<invoke>${
    child(`<final id="f"><donedata><param name="p" expr="3"/></donedata></final>`)
  }</invoke><transition event="done.invoke" cond="_event.data.p == 3" target="pass"/><transition event="*" target="fail"/></state>`,
  "typeexpr of invoke follows the entry of its state":
    `<datamodel><data id="v1" expr="'foo'"/></datamodel><state id="s0"><onentry><assign location="v1" expr="'scxml'"/><send event="timeout" delay="2s"/></onentry><invoke typeexpr="v1">${
      child(`<final id="f"/>`)
    }</invoke><transition event="done.invoke" target="pass"/><transition event="*" target="fail"/></state>`,
  "the machine of an invoke is put into a variable on entry":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><onentry><assign location="v1"><scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><final/></scxml></assign><send event="timeout" delay="2s"/></onentry><invoke><content expr="v1"/></invoke><transition event="done.invoke" target="pass"/><transition event="*" target="fail"/></state>`,
  "idlocation of invoke gets its id":
    `<datamodel><data id="v1"/><data id="v2"/></datamodel><state id="s0">${LIMIT}<invoke idlocation="v1">${
      child(`<final id="f"/>`)
    }</invoke><invoke idlocation="v2">${
      child(`<final id="f"/>`)
    }</invoke><transition event="done.invoke" cond="v1 &amp;&amp; v1 !== v2" target="pass"/><transition event="*" target="fail"/></state>`,
  "_event.invokeid of done.invoke is its id":
    `<datamodel><data id="v1"/></datamodel><state id="s0">${LIMIT}<invoke id="foo">${
      child(`<final id="f"/>`)
    }</invoke><transition event="done.invoke" target="s1"><assign location="v1" expr="_event.invokeid"/></transition></state><state id="s1"><transition cond="v1 == 'foo'" target="pass"/><transition target="fail"/></state>`,
  "_event.invokeid of an event from work is its id":
    `<datamodel><data id="v1"/></datamodel><state id="s0">${LIMIT}<invoke idlocation="v1">${
      child(`<final id="f"><onentry><send target="#_parent" event="hello"/></onentry></final>`)
    }</invoke><transition event="hello" cond="_event.invokeid == v1" target="pass"/><transition event="*" target="fail"/></state>`,
  "events of work come before its end": `<state id="s0">${LIMIT}<invoke>${
    child(
      `<final id="f"><onentry><send target="#_parent" event="one"/><send target="#_parent" event="two"/></onentry></final>`,
    )
  }</invoke><transition event="one" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="*" target="fail"/><transition target="pass"/></state>`,
  "several events of work come in their order": `<state id="s0" initial="a">${LIMIT}<invoke>${
    child(
      `<final id="f"><onentry><send target="#_parent" event="one"/><send target="#_parent" event="two"/></onentry></final>`,
    )
  }</invoke><transition event="timeout" target="fail"/><state id="a"><transition event="one" target="b"/></state><state id="b"><transition event="two" target="c"/></state><state id="c"><transition event="done.invoke" target="pass"/></state></state>`,
  "the onexit of the end runs before done.invoke": `<state id="s0" initial="a">${LIMIT}<invoke>${
    child(`<final id="f"><onexit><send target="#_parent" event="bye"/></onexit></final>`)
  }</invoke><transition event="timeout" target="fail"/><state id="a"><transition event="bye" target="b"/><transition event="done.invoke" target="fail"/></state><state id="b"><transition event="done.invoke" target="pass"/></state></state>`,
  "events go to work by its id": `<state id="s0" initial="a">${LIMIT}<invoke id="c">${
    child(
      `<state id="x"><onentry><send target="#_parent" event="ready"/></onentry><transition event="go" target="f"/></state><final id="f"/>`,
    )
  }</invoke><transition event="timeout" target="fail"/><state id="a"><transition event="ready" target="b"><send target="#_c" event="go"/></transition></state><state id="b"><transition event="done.invoke.c" target="pass"/></state></state>`,
  "work does not see what its machine cancels": `<state id="s0" initial="a">${LIMIT}<invoke>${
    child(
      `<state id="x"><onentry><send id="foo" event="one" delay="1s"/><send target="#_parent" event="ready"/></onentry><transition event="one" target="f"/></state><final id="f"/>`,
    )
  }</invoke><transition event="timeout" target="fail"/><state id="a"><transition event="ready" target="b"><cancel sendid="foo"/></transition></state><state id="b"><transition event="done.invoke" target="pass"/></state></state>`,
  "what work has delayed ends with it": `<state id="s0">${LIMIT}<invoke>${
    child(
      `<state id="x"><onentry><send target="#_parent" event="late" delay="1s"/></onentry><transition target="f"/></state><final id="f"/>`,
    )
  }</invoke><transition event="late" target="fail"/><transition event="timeout" target="pass"/></state>`,
  "work ends with its state":
    `<state id="s0">${LIMIT}<transition event="timeout" target="pass"/><transition event="late" target="fail"/><transition event="done.invoke" target="fail"/><initial><transition target="a"/></initial><state id="a"><onentry><send event="go"/></onentry><invoke>${
      child(
        `<state id="x"><onentry><send event="t" delay="1s"/></onentry><onexit><send target="#_parent" event="late"/></onexit><transition event="t" target="f"/></state><final id="f"/>`,
      )
    }</invoke><transition event="go" target="b"/></state><state id="b"/></state>`,
  "work of a state that is left at once does not begin":
    `<state id="s0" initial="a">${LIMIT}<transition event="hello" target="fail"/><transition event="timeout" target="pass"/><state id="a"><invoke>${
      child(`<final id="f"><onentry><send target="#_parent" event="hello"/></onentry></final>`)
    }</invoke><transition target="b"/></state><state id="b"/></state>`,
  "param sets a variable of the machine inside":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0">${LIMIT}<invoke><param name="x" expr="v1"/>${
      child(
        `<datamodel><data id="x" expr="0"/></datamodel><state id="a"><transition cond="x == 1" target="f"><send target="#_parent" event="success"/></transition><transition target="f"/></state><final id="f"/>`,
      )
    }</invoke><transition event="success" target="pass"/><transition event="*" target="fail"/></state>`,
  "namelist sets only variables that the machine inside declares":
    `<datamodel><data id="v1" expr="3"/></datamodel><state id="s0">${LIMIT}<invoke namelist="v1">${
      child(
        `<state id="a"><transition cond="v1" target="f"/><transition target="f"><send target="#_parent" event="success"/></transition></state><final id="f"/>`,
      )
    }</invoke><transition event="success" target="pass"/><transition event="*" target="fail"/></state>`,
  "an error in the values of invoke keeps it from beginning":
    `<state id="s0">${LIMIT}<invoke namelist="nobody">${
      child(`<final id="f"/>`)
    }</invoke><transition event="timeout" target="pass"/><transition event="done.invoke" target="fail"/></state>`,
  "finalize sees the data before transitions do":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0">${LIMIT}<invoke>${
      child(
        `<final id="f"><onentry><send target="#_parent" event="hello"><param name="p" expr="2"/></send></onentry></final>`,
      )
    }<finalize><assign location="v1" expr="_event.data.p"/></finalize></invoke><transition event="hello" cond="v1 == 2 &amp;&amp; _event.data.p == 2" target="pass"/><transition event="*" target="fail"/></state>`,
  "events between machines are of the processor of SCXML": `<state id="s0">${LIMIT}<invoke>${
    child(`<final id="f"><onentry><send target="#_parent" event="hello"/></onentry></final>`)
  }</invoke><transition event="hello" cond="_event.origintype == 'http://www.w3.org/TR/scxml/#SCXMLEventProcessor'" target="pass"/><transition event="*" target="fail"/></state>`,
  "In is false of states that are entered later":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0"><onentry><if cond="In('s01')"><assign location="v1" expr="1"/></if></onentry><state id="s01"><onentry><if cond="In('s01') &amp;&amp; In('s0')"><assign location="v1" expr="v1 + 2"/></if></onentry><transition cond="v1 == 2" target="pass"/><transition target="fail"/></state></state>`,
  "In is false of states that were left before":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0"><onexit><if cond="!In('s01')"><assign location="v1" expr="1"/></if></onexit><state id="s01"><transition target="s1"/></state></state><state id="s1"><transition cond="v1 == 1" target="pass"/><transition target="fail"/></state>`,
  "the default of a history has content, and runs once":
    `<datamodel><data id="n" expr="0"/><data id="out" expr="0"/></datamodel><state id="s0"><onexit><assign location="out" expr="out + 1"/></onexit><initial><transition target="h"/></initial><history id="h"><transition target="a"><assign location="n" expr="n + 1"/></transition></history><state id="a"><transition cond="out == 0" target="s0"/><transition cond="out == 1 &amp;&amp; n == 1" target="pass"/><transition target="fail"/></state></state>`,
  "content of initial runs before the default of a history":
    `<state id="s0"><onentry><raise event="one"/></onentry><initial><transition target="h"><raise event="two"/></transition></initial><history id="h"><transition target="a"><raise event="three"/></transition></history><state id="a"><transition event="one" target="b"/><transition event="*" target="fail"/></state><state id="b"><transition event="two" target="c"/><transition event="*" target="fail"/></state><state id="c"><transition event="three" target="pass"/><transition event="*" target="fail"/></state></state>`,
  "a shallow history returns to the child and begins there again":
    `<datamodel><data id="n" expr="0"/></datamodel><state id="s0" initial="a"><history id="h"/><transition event="out" target="s1"/><state id="a"><transition target="b"/></state><state id="b" initial="b1"><state id="b1"><transition cond="n == 1" target="pass"/><transition target="b2"/></state><state id="b2"><onentry><raise event="out"/></onentry></state></state></state><state id="s1"><onentry><assign location="n" expr="1"/></onentry><transition target="h"/></state>`,
  "a transition has several targets":
    `<state id="s0"><transition target="p1b p2b"/></state><parallel id="p"><state id="p1" initial="p1a"><state id="p1a"/><state id="p1b"/></state><state id="p2" initial="p2a"><state id="p2a"/><state id="p2b"/></state><transition cond="In('p1b') &amp;&amp; In('p2b')" target="pass"/><transition target="fail"/></parallel>`,
  "initial has several targets":
    `<state id="s0" initial="p1b p2b"><parallel id="p"><state id="p1" initial="p1a"><state id="p1a"/><state id="p1b"/></state><state id="p2" initial="p2a"><state id="p2a"/><state id="p2b"/></state></parallel><transition cond="In('p1b') &amp;&amp; In('p2b')" target="pass"/><transition target="fail"/></state>`,
  "regions are entered in document order":
    `<datamodel><data id="v" expr="''"/></datamodel><parallel id="p"><onentry><assign location="v" expr="v + 'p'"/></onentry><state id="a"><onentry><assign location="v" expr="v + 'a'"/></onentry></state><state id="b"><onentry><assign location="v" expr="v + 'b'"/></onentry></state><transition cond="v == 'pab'" target="pass"/><transition target="fail"/></parallel>`,
  "regions are left in the reverse of document order":
    `<datamodel><data id="v" expr="''"/></datamodel><parallel id="p"><onexit><assign location="v" expr="v + 'p'"/></onexit><state id="a"><onexit><assign location="v" expr="v + 'a'"/></onexit></state><state id="b"><onexit><assign location="v" expr="v + 'b'"/></onexit><transition target="s1"/></state></parallel><state id="s1"><transition cond="v == 'bap'" target="pass"/><transition target="fail"/></state>`,
  "a parallel that targets itself is left and entered again":
    `<datamodel><data id="x" expr="0"/></datamodel><parallel id="p"><onexit><assign location="x" expr="x + 1"/></onexit><state id="a"><onexit><assign location="x" expr="x + 10"/></onexit></state><state id="b"/><transition cond="x == 0" target="p"/><transition cond="x == 11" target="pass"/><transition target="fail"/></parallel>`,
  "a region that targets itself leaves its parallel, which is no compound state":
    `<datamodel><data id="x" expr="0"/></datamodel><parallel id="p"><onexit><assign location="x" expr="x + 1"/></onexit><state id="a"><onexit><assign location="x" expr="x + 10"/></onexit><transition cond="x == 0" target="a"/></state><state id="b"><onexit><assign location="x" expr="x + 100"/></onexit></state><transition cond="x == 111" target="pass"/><transition cond="x &gt; 0" target="fail"/></parallel>`,
  "of two transitions that conflict, the first in document order is taken":
    `<state id="s0"><onentry><raise event="e"/></onentry><parallel id="p"><state id="a"><transition event="e" target="pass"/></state><state id="b"><transition event="e" target="fail"/></state></parallel></state>`,
  "a transition inside a region wins over one that leaves from further out":
    `<state id="s0" initial="p"><onentry><raise event="e"/></onentry><parallel id="p"><transition event="e" target="fail"/><state id="a" initial="a1"><state id="a1"><transition event="e" target="a2"/></state><state id="a2"><transition target="pass"/></state></state><state id="b"/></parallel></state>`,
  "done.state of regions comes before that of their parallel":
    `<state id="s0" initial="p"><parallel id="p"><state id="a" initial="af"><final id="af"/></state><state id="b" initial="bf"><final id="bf"/></state><transition event="done.state.p" target="fail"/><transition event="done.state.b" target="s1"/></parallel></state><state id="s1"><transition event="done.state.p" target="pass"/><transition event="*" target="fail"/></state>`,
};
