import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectTls } from './checked-connection.ts';

/** Made for this test alone: for pictures.example.com, signed by itself, good for nothing else. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghyR38CN1BPSh8+cw
ryIj9gAWyjHYuvljePjgAaTuRCKhRANCAATki5XJVB1d4mIkZ8lO+nToS/kJpR9B
EIonNQXbKz8LP2pX43kYXaXcqwj0IRGgx1sr+UDHnF754ilP8ILziGsm
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBtTCCAVygAwIBAgIUFeAgXR2zC7w98aAV+jirfdZHvDMwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUcGljdHVyZXMuZXhhbXBsZS5jb20wIBcNMjYxMTE1MjAyNDE0
WhgPMjEyNjEwMjIyMDI0MTRaMB8xHTAbBgNVBAMMFHBpY3R1cmVzLmV4YW1wbGUu
Y29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5IuVyVQdXeJiJGfJTvp06Ev5
CaUfQRCKJzUF2ys/Cz9qV+N5GF2l3KsI9CERoMdbK/lAx5xe+eIpT/CC84hrJqN0
MHIwHQYDVR0OBBYEFJomu6ShHiPt+PkVFYIgIgFgjQo6MB8GA1UdIwQYMBaAFJom
u6ShHiPt+PkVFYIgIgFgjQo6MA8GA1UdEwEB/wQFMAMBAf8wHwYDVR0RBBgwFoIU
cGljdHVyZXMuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDRwAwRAIgBpnw1eNEedmR
vxAe/BSb8oTR1GLJFT0S4FLHhICxB7ECIApbYic0NzhvGSyF+rB6I95jErUPM15X
4Q6I2igQHJZ4
-----END CERTIFICATE-----`;

const usual = getCACertificates('default');
let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer({ key, cert, ALPNProtocols: ['http/1.1'] }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => {});
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());
afterEach(() => setDefaultCACertificates(usual));

const connect = (host: string) =>
  connectTls({ address: '127.0.0.1', port, host }, AbortSignal.timeout(10_000)).then((socket) => {
    socket.destroy();
    return 'connected';
  });

it('trusts no certificate of an unknown authority', async () => {
  await expect(connect('pictures.example.com')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

it('trusts a certificate for the host that was asked for, and for no other', async () => {
  setDefaultCACertificates([...usual, cert]);
  expect(await connect('pictures.example.com')).toBe('connected');
  await expect(connect('other.example.com')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  await expect(connect('127.0.0.1')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});
