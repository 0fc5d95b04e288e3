/** The address of requests whose own is none: a `Host` can make it so. */
const NOWHERE = new URL("http://nowhere.invalid/");

/** Makes what reads the addresses of requests. It remembers the last one, which the next request mostly has, too. */
export function addressReader(): (text: string) => URL {
  let last = "";
  let address = NOWHERE;
  return (text) => {
    if (text === last) return address;
    address = URL.parse(text) ?? NOWHERE;
    last = text;
    return address;
  };
}
