const conversation = document.querySelector('#conversation');
const form = document.querySelector('#question');
let sessionId;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const message = form.message.value;
  form.reset();
  show('question', message);
  const answer = show('answer', '');
  answer.setAttribute('aria-busy', 'true');
  try {
    await ask(message, answer);
  } catch {
    answer.textContent = 'The connection was lost. Please try again.';
  }
  answer.removeAttribute('aria-busy');
});

async function ask(message, answer) {
  const response = await fetch('/ask', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, sessionId }),
  });
  if (!response.ok) throw new Error(`${response.status}`);
  for await (const line of linesOf(response.body)) {
    if (line.error) answer.textContent = line.error;
    else if (line.text !== undefined) answer.textContent += line.text;
    else {
      sessionId = line.sessionId;
      answer.replaceChildren(...withLinks(line), ...sourceList(line.sources));
    }
  }
}

/** The text of the answer, with its marks such as [1] as links to their sources. */
function withLinks({ message, sources }) {
  return message.split(/(\[\d+\])/).map((part) => {
    const source = sources.find(({ number }) => part === `[${number}]`);
    return source ? linkTo(source, part) : document.createTextNode(part);
  });
}

function sourceList(sources) {
  if (sources.length === 0) return [];
  const list = document.createElement('ol');
  list.setAttribute('aria-label', 'Sources');
  for (const source of sources) {
    const item = document.createElement('li');
    item.value = source.number;
    item.append(linkTo(source, source.title));
    list.append(item);
  }
  return [list];
}

function linkTo({ href }, text) {
  if (!href) return document.createTextNode(text);
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  return link;
}

function show(kind, text) {
  const element = document.createElement('div');
  element.className = kind;
  element.textContent = text;
  conversation.append(element);
  return element;
}

async function* linesOf(body) {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}
