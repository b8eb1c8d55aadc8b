import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Sends a request on to another address, and its response back. */
export function passOn(address: URL, received: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers } = received;
  const onward = request(address, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  onward.on('error', () => response.destroy());
  received.pipe(onward);
}
