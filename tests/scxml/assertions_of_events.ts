/** Events: their names and data, `_event`, and the attributes of `send` and `cancel` that the run knows. */
export const OF_EVENTS: Readonly<Record<string, string>> = {
  "eventexpr names an event that a variable has":
    `<datamodel><data id="v1" expr="'event1'"/></datamodel><state id="s0"><onentry><send eventexpr="v1"/></onentry><transition event="event1" target="pass"/><transition event="*" target="fail"/></state>`,
  "eventexpr follows the assignment before it":
    `<datamodel><data id="v1" expr="'event1'"/></datamodel><state id="s0"><onentry><assign location="v1" expr="'event2'"/><send eventexpr="v1"/></onentry><transition event="event2" target="pass"/><transition event="*" target="fail"/></state>`,
  "eventexpr follows an assignment somewhere else":
    `<datamodel><data id="v1" expr="'event1'"/></datamodel><state id="s0"><transition target="s1"><assign location="v1" expr="'event2'"/></transition></state><state id="s1"><onentry><send eventexpr="v1"/></onentry><transition event="event2" target="pass"/><transition event="*" target="fail"/></state>`,
  "eventexpr is joined of parts":
    `<datamodel><data id="v1" expr="'2'"/></datamodel><state id="s0"><onentry><send eventexpr="'event' + v1"/></onentry><transition event="event2" target="pass"/><transition event="*" target="fail"/></state>`,
  "targetexpr names the internal queue":
    `<datamodel><data id="v1" expr="'#_internal'"/></datamodel><state id="s0"><onentry><send event="event2"/><send event="event1" targetexpr="v1"/></onentry><transition event="event1" target="pass"/><transition event="*" target="fail"/></state>`,
  "targetexpr names the session itself":
    `<datamodel><data id="v1" expr="'#_scxml_'"/></datamodel><state id="s0"><onentry><assign location="v1" expr="v1 + _sessionid"/><send event="event2" targetexpr="v1"/><raise event="event1"/></onentry><transition event="event1" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="event2" target="pass"/><transition event="*" target="fail"/></state>`,
  "the location of the processor is the session itself":
    `<datamodel><data id="v1" expr="_ioprocessors.scxml.location"/></datamodel><state id="s0"><onentry><send event="event1" targetexpr="v1"/></onentry><transition event="event1" cond="v1 == '#_scxml_' + _sessionid" target="pass"/><transition event="*" target="fail"/></state>`,
  "_ioprocessors has the processor by its address":
    `<state id="s0"><transition cond="_ioprocessors['http://www.w3.org/TR/scxml/#SCXMLEventProcessor'].location" target="pass"/><transition target="fail"/></state>`,
  "typeexpr names the processor of SCXML":
    `<datamodel><data id="v1" expr="27"/></datamodel><state id="s0"><onentry><assign location="v1" expr="'http://www.w3.org/TR/scxml/#SCXMLEventProcessor'"/><send event="event1" typeexpr="v1"/></onentry><transition event="event1" target="pass"/><transition event="*" target="fail"/></state>`,
  "delayexpr has a unit":
    `<datamodel><data id="v1" expr="'1s'"/></datamodel><state id="s0"><onentry><send event="late" delayexpr="v1"/><send event="soon" delayexpr="'.5s'"/></onentry><transition event="soon" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="late" target="pass"/></state>`,
  "delayexpr joins a number and a unit":
    `<datamodel><data id="v1" expr="2"/></datamodel><state id="s0"><onentry><send event="late" delayexpr="(v1 * 1) + 's'"/><send event="soon" delay="1999ms"/></onentry><transition event="soon" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="late" target="pass"/></state>`,
  "a delayed event has the data of the time when it was sent":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><onentry><send event="e" delay="1s"><param name="p" expr="v1"/></send><assign location="v1" expr="2"/></onentry><transition event="e" cond="_event.data.p == 1" target="pass"/><transition event="*" target="fail"/></state>`,
  "sendidexpr names what is cancelled":
    `<datamodel><data id="v1" expr="'bar'"/></datamodel><state id="s0"><onentry><send id="foo" event="e1" delay="1s"/><send event="e2" delay="2s"/><assign location="v1" expr="'foo'"/><cancel sendidexpr="v1"/></onentry><transition event="e1" target="fail"/><transition event="e2" target="pass"/></state>`,
  "idlocation gets the id that cancel takes":
    `<datamodel><data id="v1"/></datamodel><state id="s0"><onentry><send event="e1" delay="1s" idlocation="v1"/><send event="e2" delay="2s"/><cancel sendidexpr="v1"/></onentry><transition event="e1" target="fail"/><transition event="e2" cond="v1" target="pass"/></state>`,
  "two sends have two ids":
    `<datamodel><data id="v1"/><data id="v2"/></datamodel><state id="s0"><onentry><send event="e1" idlocation="v1"/><send event="e1" idlocation="v2"/></onentry><transition event="e1" cond="v1 !== v2" target="pass"/><transition event="*" target="fail"/></state>`,
  "content is the whole data of an event":
    `<state id="s0"><onentry><send event="e"><content>123</content></send></onentry><transition event="e" cond="_event.data == 123" target="pass"/><transition event="*" target="fail"/></state>`,
  "content is a text with single spaces":
    `<state id="s0"><onentry><send event="e"><content>  a   short\n text </content></send></onentry><transition event="e" cond="_event.data == 'a short text'" target="pass"/><transition event="*" target="fail"/></state>`,
  "content that is JSON has members":
    `<state id="s0"><onentry><send event="e"><content>{"name": "bar", "size": 27}</content></send></onentry><transition event="e" cond="_event.data.name == 'bar' &amp;&amp; _event.data.size == 27" target="pass"/><transition event="*" target="fail"/></state>`,
  "content has an expression":
    `<datamodel><data id="v1" expr="3"/></datamodel><state id="s0"><onentry><send event="e"><content expr="v1 + 4"/></send></onentry><transition event="e" cond="_event.data == 7" target="pass"/><transition event="*" target="fail"/></state>`,
  "the whole data can be kept":
    `<datamodel><data id="v1"/></datamodel><state id="s0"><onentry><send event="e"><param name="p" expr="5"/></send></onentry><transition event="e" target="s1"><assign location="v1" expr="_event.data"/></transition></state><state id="s1"><transition cond="v1.p == 5" target="pass"/><transition target="fail"/></state>`,
  "namelist and param together fill the data":
    `<datamodel><data id="v1" expr="1"/></datamodel><state id="s0"><onentry><send event="e" namelist="v1"><param name="p" location="v1"/><param name="q" expr="2"/></send></onentry><transition event="e" cond="_event.data.v1 == 1 &amp;&amp; _event.data['p'] == 1 &amp;&amp; _event.data.q == 2" target="pass"/><transition event="*" target="fail"/></state>`,
  "an internal send has data too":
    `<state id="s0"><onentry><send event="e" target="#_internal"><param name="p" expr="2"/></send></onentry><transition event="e" cond="_event.data.p == 2" target="pass"/><transition event="*" target="fail"/></state>`,
  "_event.name is the name of the event":
    `<datamodel><data id="v1"/></datamodel><state id="s0"><onentry><raise event="foo"/></onentry><transition event="foo" target="s1"><assign location="v1" expr="_event.name"/></transition></state><state id="s1"><transition cond="v1 == 'foo'" target="pass"/><transition target="fail"/></state>`,
  "_event.name is known behind a wildcard":
    `<state id="s0"><onentry><raise event="foo.bar"/></onentry><transition event="*" cond="_event.name == 'foo.bar'" target="pass"/><transition event="*" target="fail"/></state>`,
  "_event stays until the next event":
    `<datamodel><data id="v1"/></datamodel><state id="s0"><onentry><raise event="foo"/></onentry><transition event="foo" target="s1"/></state><state id="s1"><onentry><raise event="bar"/><assign location="v1" expr="_event.name"/></onentry><transition cond="v1 == 'foo'" target="pass"/><transition target="fail"/></state>`,
  "_event.type tells raised events from sent ones":
    `<state id="s0"><onentry><raise event="one"/><send event="two"/></onentry><transition event="one" cond="_event.type == 'internal'" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="two" cond="_event.type == 'external'" target="pass"/><transition event="*" target="fail"/></state>`,
  "_event.sendid is the id of send, and empty without one":
    `<state id="s0"><onentry><send id="mine" event="one"/><send event="two"/></onentry><transition event="one" cond="_event.sendid == 'mine'" target="s1"/><transition event="*" target="fail"/></state><state id="s1"><transition event="two" cond="typeof _event.sendid === 'undefined'" target="pass"/><transition event="*" target="fail"/></state>`,
  "_event.origin leads back to the sender":
    `<state id="s0"><onentry><send event="one"/></onentry><transition event="one" target="s1"><send event="two" targetexpr="_event.origin" typeexpr="_event.origintype"/></transition></state><state id="s1"><transition event="two" target="pass"/><transition event="*" target="fail"/></state>`,
  "a raised event has no origin":
    `<state id="s0"><onentry><raise event="one"/></onentry><transition event="one" cond="typeof _event.origin === 'undefined' &amp;&amp; !_event.origintype &amp;&amp; !_event.invokeid" target="pass"/><transition event="*" target="fail"/></state>`,
  "_event has all of its members":
    `<state id="s0"><onentry><raise event="one"/></onentry><transition event="one" cond="'name' in _event &amp;&amp; 'sendid' in _event &amp;&amp; 'data' in _event" target="pass"/><transition event="*" target="fail"/></state>`,
  "a descriptor takes the names that continue it":
    `<state id="s0"><onentry><raise event="foo.bar.zoo"/></onentry><transition event="foo.ba" target="fail"/><transition event="foo.bar" target="pass"/><transition event="*" target="fail"/></state>`,
  "an event without data has none":
    `<state id="s0"><onentry><raise event="foo"/></onentry><transition event="foo" cond="typeof _event.data === 'undefined'" target="pass"/><transition event="*" target="fail"/></state>`,
};
