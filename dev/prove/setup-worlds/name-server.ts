import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';

/** A line of a world's file: what is said of a name. */
export interface Said {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

const bytes = (...all: number[]) => Buffer.from(all);
const short = (value: number) => bytes(value >> 8, value & 255);
const text = (value: string) => Buffer.concat([bytes(value.length), Buffer.from(value)]);
const nameBytes = (name: string) => Buffer.concat([...name.split('.').map(text), bytes(0)]);
/** Each kind of row: its number, and its value as it travels. IPv6 addresses are written with all of their eight numbers. */
const KINDS: Readonly<Record<string, readonly [number, (value: string) => Buffer]>> = {
  A: [1, (value) => bytes(...value.split('.').map(Number))],
  CNAME: [5, nameBytes],
  TXT: [16, text],
  AAAA: [28, (value) => Buffer.concat(value.split(':').map((group) => short(parseInt(group, 16))))],
  CAA: [257, (value) => Buffer.concat([bytes(0), text(value.split(' ')[0]!), Buffer.from(value.split(' ')[1]!)])],
};
const [SERVER_FAILED, NO_SUCH_NAME] = [2, 3];

/** The rows of a name, or of the star that stands for it. */
function rowsOf(said: readonly Said[], name: string): readonly Said[] {
  const own = said.filter((row) => row.name === name);
  return own.length > 0 ? own : said.filter((row) => row.name === name.replace(/^[^.]+/, '*'));
}

function answersTo(said: readonly Said[], name: string, asked: number): Said[] {
  const rows = rowsOf(said, name).map((row) => ({ ...row, name }));
  const alias = rows.find(({ type }) => type === 'CNAME');
  return alias ? [alias, ...answersTo(said, alias.value, asked)] : rows.filter(({ type }) => KINDS[type]?.[0] === asked);
}

/** The answer to a packet with a question; undefined where nothing is answered. */
async function answerTo(packet: Buffer, said: readonly Said[]): Promise<Buffer | undefined> {
  const end = packet.indexOf(0, 12);
  const labels = packet.toString('latin1', 13, end).toLowerCase();
  // Before each further label stands its length, which is below 32 in all worlds.
  // eslint-disable-next-line no-control-regex
  const name = labels.replace(/[\u0001-\u001f]/g, '.');
  const [rows, answers] = [rowsOf(said, name), answersTo(said, name, packet.readUInt16BE(end + 1))];
  const has = (type: string) => rows.find((row) => row.type === type);
  if (has('SILENT')) return undefined;
  await pause(Number(has('SLOW')?.value ?? 0));
  const isKnown = rows.length > 0 || said.some((row) => row.name.endsWith(`.${name}`));
  const code = has('SERVFAIL') ? SERVER_FAILED : isKnown ? 0 : NO_SUCH_NAME;
  const head = [
    packet.subarray(0, 2),
    short(0x8580 | code),
    short(1),
    short(answers.length),
    bytes(0, 0, 0, 0),
    packet.subarray(12, end + 5),
  ];
  const body = answers.map(({ name: whose, type, value }) => {
    const [number, travels] = KINDS[type]!;
    return Buffer.concat([nameBytes(whose), short(number), short(1), bytes(0, 0, 0, 60), short(travels(value).length), travels(value)]);
  });
  return Buffer.concat([...head, ...body]);
}

/** Answers questions of DNS by what is said at that moment. */
export function startNameServer(host: string, said: () => readonly Said[]): void {
  const socket = createSocket('udp4').bind(53, host);
  socket.on('message', (packet, { address, port }) => {
    void answerTo(packet, said()).then((answer) => answer && socket.send(answer, port, address));
  });
}
