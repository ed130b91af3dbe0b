import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpReply } from './messages.ts';

/** The reply to a plain request, written as Node writes one. */
export class PlainResponse implements HttpReply {
  statusCode = 200;
  headersSent = false;
  shouldKeepAlive = true;
  #head = '';
  #ended = false;
  readonly socket: Socket;
  readonly #answered: () => void;

  constructor(socket: Socket, answered: () => void) {
    this.socket = socket;
    this.#answered = answered;
  }

  get writableLength(): number {
    return this.socket.writableLength;
  }

  writeHead(status: number, headers: readonly string[]): this {
    this.statusCode = status;
    this.headersSent = true;
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    let connection: string | undefined;
    let isWhole = false;
    for (let at = 0; at < headers.length; at += 2) {
      const [name, value] = [headers[at], headers[at + 1]];
      if (name === 'Connection') connection = value;
      else head += `${name}: ${value}\r\n`;
      if (name === 'Content-Length') isWhole = true;
    }
    if (connection === 'close') this.shouldKeepAlive = false;
    if (!isWhole) head += 'Transfer-Encoding: chunked\r\n';
    this.#head = `${head}Date: ${date()}\r\nConnection: ${this.shouldKeepAlive ? 'keep-alive' : 'close'}\r\n\r\n`;
    return this;
  }

  /** One piece of a reply whose length nobody knows yet. */
  write(text: string): void {
    this.#send(`${this.#head}${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`, 'utf8');
    this.#head = '';
  }

  end(body?: string, encoding: BufferEncoding = 'utf8'): void {
    if (body === undefined) this.#send(`${this.#head}0\r\n\r\n`, 'latin1');
    else this.#send(this.#head + body, encoding);
    this.#ended = true;
    if (!this.shouldKeepAlive) this.socket.destroySoon();
    this.#answered();
  }

  once(_: 'finish', told: () => void): void {
    if (this.socket.writableEnded) this.socket.once('finish', told);
    else this.socket.write('', (error) => void (error ?? told()));
  }

  destroy(): void {
    if (!this.#ended) this.socket.destroy();
  }

  #send(text: string, encoding: BufferEncoding): void {
    if (this.socket.writable) this.socket.write(text, encoding);
  }
}

let lastSecond = { at: -1, text: '' };

function date(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== lastSecond.at) lastSecond = { at: second, text: new Date(second * 1000).toUTCString() };
  return lastSecond.text;
}
