// Server-sent events. The browser's own EventSource does not tell that a session is over; so the stream is read with fetch.

import { headers, signedOut } from './api.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Calls back with every event, and with whether the line is up; returns what ends it. */
export function follow(onEvent, onLine) {
  const end = new AbortController();
  let last = '';
  let wait = FIRST_WAIT;

  async function listen() {
    const response = await fetch('/api/v1/events', {
      headers: headers(last ? { 'Last-Event-ID': last } : {}),
      signal: end.signal,
    });
    if (response.status === 401) {
      end.abort();
      signedOut();
      return;
    }
    if (response.status === 503) {
      // Another instance leads in a moment.
      wait = 0;
    }
    if (!response.ok) {
      throw new Error(`events: ${response.status}`);
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      // The first bytes come at once: from here on nothing is missed.
      if (wait !== 0) {
        wait = 0;
        onLine(true);
      }
      const messages = (rest + value).split('\n\n');
      rest = messages.pop();
      messages.forEach(read);
    }
  }

  function read(message) {
    let data = '';
    for (const line of message.split('\n')) {
      if (line.startsWith('data: ')) {
        data += line.slice(6);
      } else if (line.startsWith('id: ')) {
        last = line.slice(4);
      }
    }
    if (data) {
      onEvent(JSON.parse(data));
    }
  }

  (async () => {
    while (!end.signal.aborted) {
      try {
        await listen();
      } catch {
        // Said by onLine; tried again below.
      }
      if (end.signal.aborted) {
        return;
      }
      onLine(false);
      wait = Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, wait * 2));
      await new Promise((resume) => setTimeout(resume, wait));
    }
  })();
  return () => end.abort();
}
