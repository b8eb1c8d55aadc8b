import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { listen, type Service } from './listen.ts';

export type Gateway = Service & {
  /** The address that the next requests come from, as the database is told. */
  sender: string;
  /** Meets every request first, and passes it on or not: for faults and delays. */
  meet: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/**
 * What stands before PostgREST in a Supabase project: answers preflights, turns keys into roles,
 * tells who sent the request, and lets every origin read the answer.
 *
 * @param tokens what each key stands for: PostgREST's bearer token, none for a visitor
 */
export async function startGateway(
  api: URL,
  tokens: ReadonlyMap<string, string | undefined>,
): Promise<Gateway> {
  const service = await listen((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    gateway.meet(request, response, () => {
      if (request.method === 'OPTIONS') answerPreflight(request, response);
      else answer(request, response);
    });
  });
  const gateway: Gateway = {
    ...service,
    sender: '192.0.2.1',
    meet: (_request, _response, next) => next(),
  };
  return gateway;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { apikey, authorization, ...others } = request.headers;
    const path = /^\/rest\/v1(\/.*)/.exec(request.url ?? '')?.[1];
    if (path === undefined) refuse(response, 404, 'no Route matched with those values');
    else if (!apikey) refuse(response, 401, 'No API key found in request');
    else if (!tokens.has(String(apikey))) refuse(response, 401, 'Invalid API key');
    else {
      const given = authorization?.replace(/^bearer /i, '') ?? String(apikey);
      const token = tokens.has(given) ? tokens.get(given) : given;
      const forwarded = [others['x-forwarded-for'], gateway.sender].filter(Boolean).join(', ');
      const headers = {
        ...others,
        'cf-connecting-ip': gateway.sender,
        'x-forwarded-for': forwarded,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const onward = send(api, { method: request.method, path, headers }, (reply) => {
        const { 'access-control-allow-credentials': _, ...own } = reply.headers;
        response.writeHead(reply.statusCode ?? 502, {
          ...own,
          'access-control-allow-origin': '*',
        });
        reply.pipe(response);
      });
      onward.on('error', () => refuse(response, 502, 'Bad gateway'));
      request.pipe(onward);
    }
  }
}

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(200, {
      'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
      'access-control-max-age': '3600',
    })
    .end();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ message }));
}
