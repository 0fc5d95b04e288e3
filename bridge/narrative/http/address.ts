/** What is read of the address of a request. */
export interface Address {
  readonly pathname: string;
  /** The first `action` of the query; empty for none. */
  readonly action: string;
  readonly query: URLSearchParams;
}

/** The address of requests whose own is none: a `Host` can make it so. */
const NOWHERE = new URL("http://nowhere.invalid/");

/** Makes what reads the addresses of requests. It remembers the last one, which the next request mostly has, too. */
export function addressReader(): (text: string) => Address {
  let last: string | undefined;
  let address = read("");
  return (text) => {
    if (text === last) return address;
    address = read(text);
    last = text;
    return address;
  };
}

function read(text: string): Address {
  const { pathname, searchParams: query } = URL.parse(text) ?? NOWHERE;
  return { pathname, action: query.get("action") ?? "", query };
}
