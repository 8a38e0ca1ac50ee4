// Who is signed in. The browser keeps a session in a cookie that scripts cannot read, so all that is here is how the tabs of
// the page tell each other that somebody has signed in or out.

const OLD_KEY = 'berth.token';
const tabs = new BroadcastChannel('berth');

/** A token that an older page has left behind; asked for once. */
export function takeOldToken() {
  const token = sessionStorage.getItem(OLD_KEY) ?? localStorage.getItem(OLD_KEY);
  sessionStorage.removeItem(OLD_KEY);
  localStorage.removeItem(OLD_KEY);
  return token;
}

/** Tells the other tabs: 'signed-in' or 'signed-out'. */
export function tell(what) {
  tabs.postMessage(what);
}

export function onTold(listener) {
  tabs.addEventListener('message', ({ data }) => listener(data));
}

/** Small things to remember: the zone, whether the tour was seen. */
export function remembered(name, otherwise) {
  return localStorage.getItem('berth.' + name) ?? otherwise;
}

export function remember(name, value) {
  localStorage.setItem('berth.' + name, value);
}
