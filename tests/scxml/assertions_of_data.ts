/** Data, scripts, expressions of ECMAScript, and the errors of executable content. */
export const OF_DATA: Readonly<Record<string, string>> = {
  "_sessionid and _name have values":
    `<datamodel><data id="v1" expr="_sessionid"/></datamodel><state id="s0"><transition cond="v1 &amp;&amp; v1 == _sessionid &amp;&amp; _name" target="pass"/><transition target="fail"/></state>`,
  "the content of data is JSON":
    `<datamodel><data id="v1">[1, 2, {"a": 3}]</data></datamodel><state id="s0"><transition cond="v1[2].a == 3 &amp;&amp; v1.length == 3" target="pass"/><transition target="fail"/></state>`,
  "the content of data is a text with single spaces":
    `<datamodel><data id="v1">\n this  is\n a text\n</data></datamodel><state id="s0"><transition cond="v1 == 'this is a text'" target="pass"/><transition target="fail"/></state>`,
  "data see the data before them":
    `<datamodel><data id="v1" expr="2"/><data id="v2" expr="v1 * 3"/></datamodel><state id="s0"><transition cond="v2 == 6" target="pass"/><transition target="fail"/></state>`,
  "data without a value are undefined":
    `<datamodel><data id="v1"/></datamodel><state id="s0"><transition cond="typeof v1 === 'undefined'" target="pass"/><transition target="fail"/></state>`,
  "an illegal value of data is an error at the start, and the variable stays empty":
    `<datamodel><data id="v1" expr="return"/></datamodel><state id="s0"><transition event="error.execution" cond="typeof v1 === 'undefined'" target="pass"/><transition event="*" target="fail"/></state>`,
  "assign sets a member of an object":
    `<datamodel><data id="v1" expr="{a: 1, b: {c: 2}}"/></datamodel><state id="s0"><onentry><assign location="v1.b.c" expr="v1.a + 2"/></onentry><transition cond="v1.b.c === 3" target="pass"/><transition target="fail"/></state>`,
  "assign has content":
    `<datamodel><data id="v1"/></datamodel><state id="s0"><onentry><assign location="v1">{"a": 4}</assign></onentry><transition cond="v1.a === 4" target="pass"/><transition target="fail"/></state>`,
  "assign to what does not exist is an error, and ends its block":
    `<state id="s0"><onentry><assign location="foo.bar" expr="1"/><raise event="next"/></onentry><transition event="error.execution" target="pass"/><transition event="*" target="fail"/></state>`,
  "assign to a variable of the platform is an error":
    `<datamodel><data id="v1" expr="_sessionid"/></datamodel><state id="s0"><onentry><assign location="_sessionid" expr="'other'"/><raise event="next"/></onentry><transition event="error.execution" cond="_sessionid == v1" target="pass"/><transition event="*" target="fail"/></state>`,
  "an illegal expression is an error":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><onentry><assign location="v1" expr="{a: 1"/><raise event="next"/></onentry><transition event="error" cond="v1 == 1" target="pass"/><transition event="*" target="fail"/></state>`,
  "an error in a branch of if ends the block":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><onentry><if cond="true"><assign location="foo.bar" expr="1"/><assign location="v1" expr="2"/></if><assign location="v1" expr="3"/></onentry><transition event="error.*" cond="v1 == 1" target="pass"/><transition event="error.*" target="fail"/></state>`,
  "an error in one block of onentry leaves the others alone":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><onentry><assign location="foo.bar" expr="1"/><assign location="v1" expr="9"/></onentry><onentry><assign location="v1" expr="v1 + 1"/></onentry><transition event="error.execution" cond="v1 == 2" target="pass"/><transition event="*" target="fail"/></state>`,
  "an error in one block of onexit leaves the others alone":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><onexit><assign location="foo.bar" expr="1"/><assign location="v1" expr="9"/></onexit><onexit><assign location="v1" expr="v1 + 1"/></onexit><transition target="s1"/></state><state id="s1"><transition event="error.execution" cond="v1 == 2" target="pass"/><transition event="*" target="fail"/></state>`,
  "errors come before events that are sent":
    `<state id="s0"><onentry><send event="sent"/><assign location="foo.bar" expr="1"/></onentry><transition event="error.execution" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="sent" target="pass"/></state>`,
  "an error of type platform names itself":
    `<state id="s0"><onentry><assign location="foo.bar" expr="1"/></onentry><transition event="error.execution" cond="_event.name == 'error.execution' &amp;&amp; _event.type == 'platform'" target="pass"/><transition event="*" target="fail"/></state>`,
  "foreach over what is no list is an error":
    `<datamodel><data id="v1" expr="7"/><data id="v2" expr="0"/></datamodel><state id="s0"><onentry><foreach item="it" array="v1"><assign location="v2" expr="v2 + 1"/></foreach><raise event="next"/></onentry><transition event="error.execution" cond="v2 == 0" target="pass"/><transition event="*" target="fail"/></state>`,
  "foreach with an item that is no name is an error":
    `<datamodel><data id="v1" expr="[1]"/></datamodel><state id="s0"><onentry><foreach item="'continue'" array="v1"/><raise event="next"/></onentry><transition event="error.execution" target="pass"/><transition event="*" target="fail"/></state>`,
  "an error ends the loop that it is in":
    `<datamodel><data id="v1" expr="0"/><data id="v2" expr="[1,2,3]"/></datamodel><state id="s0"><onentry><foreach item="it" array="v2"><assign location="v1" expr="v1 + 1"/><assign location="v3" expr="return"/></foreach></onentry><transition cond="v1 == 1" target="pass"/><transition target="fail"/></state>`,
  "foreach declares its item and its index":
    `<datamodel><data id="v1" expr="[4,5]"/></datamodel><state id="s0"><onentry><foreach item="it" index="ix" array="v1"/></onentry><transition cond="it == 5 &amp;&amp; ix == 1" target="pass"/><transition target="fail"/></state>`,
  "foreach over an empty list does nothing":
    `<datamodel><data id="v1" expr="[]"/><data id="v2" expr="0"/></datamodel><state id="s0"><onentry><foreach item="it" array="v1"><assign location="v2" expr="1"/></foreach></onentry><transition cond="v2 == 0" target="pass"/><transition target="fail"/></state>`,
  "send to an illegal target is an error, and ends its block":
    `<datamodel><data id="v1" expr="0"/></datamodel><state id="s0"><onentry><send event="e" target="baz"/><assign location="v1" expr="1"/></onentry><transition event="error.execution" cond="v1 == 0" target="pass"/><transition event="*" target="fail"/></state>`,
  "send of an unknown type is an error":
    `<state id="s0"><onentry><send event="e" type="27"/></onentry><transition event="error.execution" target="pass"/><transition event="*" target="fail"/></state>`,
  "send to a session that is not there is an error of communication":
    `<state id="s0"><onentry><send event="e" target="#_scxml_other"/><raise event="next"/></onentry><transition event="error.communication" target="pass"/><transition event="*" target="fail"/></state>`,
  "send with a name that is not declared sends nothing":
    `<state id="s0"><onentry><send event="late" delay="1s"/><send event="e" namelist="nobody"/></onentry><transition event="late" target="pass"/><transition event="e" target="fail"/></state>`,
  "an error of send has its id":
    `<datamodel><data id="v1"/></datamodel><state id="s0"><onentry><send event="e" target="baz" idlocation="v1"/></onentry><transition event="error" cond="_event.sendid == v1" target="pass"/><transition event="*" target="fail"/></state>`,
  "scripts assign, add and declare":
    `<datamodel><data id="v1" expr="1"/><data id="v2" expr="0"/></datamodel><script>v2 = 5 // at the start</script><state id="s0"><onentry><script>/* several */ v1 += 2; v1++; var v3 = v1,\n v4 = 7;\n var v5;</script></onentry><transition cond="v1 === 4 &amp;&amp; v2 === 5 &amp;&amp; v3 === 4 &amp;&amp; v4 === 7" target="pass"/><transition target="fail"/></state>`,
  "Math.pow is a power":
    `<datamodel><data id="v1" expr="Math.pow(2, 3)"/></datamodel><state id="s0"><transition cond="v1 === 8" target="pass"/><transition target="fail"/></state>`,
  "log joins texts and values":
    `<datamodel><data id="v1" expr="{a: 1}"/></datamodel><state id="s0"><onentry><log expr="'v1 is ' + JSON.stringify(v1) + '.'"/><log label="v1" expr="v1"/><raise event="next"/></onentry><transition event="error.execution" target="fail"/><transition event="next" target="pass"/></state>`,
  "a value is chosen":
    `<datamodel><data id="n" expr="2"/><data id="v"/><data id="w"/></datamodel><state id="s0"><onentry><assign location="v" expr="n &gt; 1 ? 'a?:' : 'b'"/><assign location="w" expr="n &gt; 2 ? 1 : n == 2 ? 2 : 3"/></onentry><transition cond="v === 'a?:' ? w === 2 : false" target="pass"/><transition target="fail"/></state>`,
  "a list and a text are asked for what they have":
    `<datamodel><data id="l" expr="[1, 2]"/><data id="t" expr="'abc'"/></datamodel><state id="s0"><transition cond="l.includes(2) &amp;&amp; l.indexOf(3) === -1 &amp;&amp; t.indexOf('b') &gt;= 0 &amp;&amp; !t.includes('x')" target="pass"/><transition target="fail"/></state>`,
  "donedata are the data of done.state":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0" initial="a"><transition event="done.state.s0" cond="_event.data.p == 2 &amp;&amp; _event.data['v'] == 1" target="pass"/><transition event="*" target="fail"/><state id="a"><transition target="f"/></state><final id="f"><donedata><param name="p" expr="v1 + 1"/><param name="v" location="v1"/></donedata></final></state>`,
  "content of donedata is the whole data":
    `<state id="s0" initial="f"><transition event="done.state.s0" cond="_event.data == 'foo'" target="pass"/><transition event="*" target="fail"/><final id="f"><donedata><content>foo</content></donedata></final></state>`,
  "the expression of donedata is the whole data":
    `<state id="s0" initial="f"><transition event="done.state.s0" cond="_event.data == 21" target="pass"/><transition event="*" target="fail"/><final id="f"><donedata><content expr="20 + 1"/></donedata></final></state>`,
  "an error of donedata leaves the data empty":
    `<state id="s0" initial="f"><transition event="error.execution" target="s1"/><transition event="*" target="fail"/><final id="f"><donedata><param name="p" location="foo.bar"/></donedata></final></state><state id="s1"><transition event="done.state.s0" cond="typeof _event.data === 'undefined'" target="pass"/><transition event="*" target="fail"/></state>`,
};
