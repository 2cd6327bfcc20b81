// Stands for `curl` in the commands of README and docs/tour.md where a machine has none: -s, -H, -d and an address.
const headers = {};
let body;
let url;
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '-H') {
    const [name, ...value] = words.shift().split(':');
    headers[name] = value.join(':').trim();
  } else if (word === '-d') body = words.shift();
  else if (word.startsWith('http')) url = word;
  else if (word !== '-s') throw new Error(`unknown option ${word}`);
}
const response = await fetch(url, { headers, ...(body === undefined ? {} : { method: 'POST', body }) });
process.stdout.write(await response.text());
