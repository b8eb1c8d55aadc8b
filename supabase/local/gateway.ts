import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { listen, type Service } from './listen.ts';

export type Gateway = Service & {
  /** The address that the next requests come from, as the database sees it. */
  sender: string;
  /** Receives every request first, and passes it on or not: for faults and delays. */
  intercept: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/**
 * Starts what stands before PostgREST in a Supabase project: it responds to preflights, accepts a
 * visitor's key, adds the sender's address, and lets every origin read the response.
 */
export async function startGateway(api: URL, key: string): Promise<Gateway> {
  const service = await listen((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    gateway.intercept(request, response, () => forward(request, response));
  });
  const gateway: Gateway = { ...service, sender: '192.0.2.1', intercept: (_, __, next) => next() };
  return gateway;

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    // PostgREST takes a request without a token as a visitor's.
    const { apikey, authorization: _, ...others } = request.headers;
    const path = /^\/rest\/v1(\/.*)/.exec(url)?.[1];
    if (method === 'OPTIONS') {
      const preflight = {
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS',
        'access-control-allow-headers': others['access-control-request-headers'] ?? '',
        'access-control-max-age': '3600',
      };
      response.writeHead(200, preflight).end();
    } else if (path === undefined) {
      refuse(response, 404, 'no Route matched with those values');
    } else if (apikey !== key) {
      refuse(response, 401, 'Invalid API key');
    } else {
      const headers = {
        ...others,
        'cf-connecting-ip': gateway.sender,
        'x-forwarded-for': [others['x-forwarded-for'], gateway.sender].filter(Boolean).join(', '),
      };
      const onward = send(api, { method, path, headers }, (reply) => {
        delete reply.headers['access-control-allow-credentials'];
        const origin = { 'access-control-allow-origin': '*' };
        response.writeHead(reply.statusCode ?? 502, { ...reply.headers, ...origin });
        reply.pipe(response);
      });
      onward.on('error', () => refuse(response, 502, 'Bad gateway'));
      request.pipe(onward);
    }
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const json = { 'content-type': 'application/json' };
  response.writeHead(status, json).end(JSON.stringify({ message }));
}
