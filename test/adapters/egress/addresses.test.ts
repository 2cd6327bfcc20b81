import { describe, expect, test } from 'vitest';
import { classifyAddress } from '../../../src/adapters/egress/addresses.ts';
import { AllowedHosts, validateAllowedHosts } from '../../../src/adapters/egress/allow-hosts.ts';
import { readTarget } from '../../../src/adapters/egress/target.ts';

const PUBLIC = [
  // The neighbours on both sides of every range that is not public.
  ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0'],
  ['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255'],
  ['198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '168.63.129.15', '8.8.8.8'],
  ['2001:200::1', '2001:4860:4860::8888', '2001:db7::1', '2001:db9::1', '2003::1', '2606:4700::1111', '3ffe::1'],
].flat();

const PRIVATE = [
  ['10.0.0.0', '10.255.255.255', '127.0.0.0', '127.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0'],
  ['192.168.255.255', '100.64.0.0', '100.127.255.255', '::1', 'fc00::', 'fdff:ffff::1'],
].flat();

const NEVER = [
  [
    '0.0.0.0',
    '0.255.255.255',
    '169.254.0.0',
    '169.254.255.255',
    '192.0.0.0',
    '192.0.0.255',
    '192.0.2.0',
    '192.88.99.1',
  ],
  ['198.18.0.0', '198.19.255.255', '198.51.100.0', '203.0.113.255', '224.0.0.0', '239.255.255.255', '240.0.0.0'],
  ['255.255.255.255', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'],
  [
    '::',
    '::2',
    '::7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:10.0.0.1',
    '::ffff:0:8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
  ],
  ['100::1', '1fff::1', '2001::1', '2001:2::1', '2001:3::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff::1'],
  ['2001:db8::1', '2002::1', '2002:808:808::1', '3fff::1', '3fff:fff::1', '4000::1', '5f00::1', 'fe00::1', 'fe80::1'],
  ['fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', '2606:4700::5efe:a00:1', '2606:4700::200:5efe:808:808'],
].flat();

describe('addresses', () => {
  test.each(PUBLIC)('%s is public', (address) => expect(classifyAddress(address)).toBe('public'));
  test.each(PRIVATE)('%s may be opened by the deployment', (address) =>
    expect(classifyAddress(address)).toBe('private'),
  );
  test.each(NEVER)('%s is never called', (address) => expect(classifyAddress(address)).toBe('never'));
});

describe('URLs of the public internet', () => {
  test.each([
    ['https://example.com', 'example.com', 443],
    ['http://example.com/path?query=1#part', 'example.com', 80],
    ['HTTPS://Example.COM./', 'example.com', 443],
    ['https://api.example.com:8443/v1', 'api.example.com', 8443],
    ['https://bücher.example/', 'xn--bcher-kva.example', 443],
    ['https://8.8.8.8/', '8.8.8.8', 443],
    ['https://[2606:4700::1111]:1024/', '2606:4700::1111', 1024],
    ['https://my_tool.example.com/', 'my_tool.example.com', 443],
  ])('%s may be called', (text, host, port) => {
    expect(readTarget(text, new AllowedHosts([]))).toMatchObject({ host, port, mayBePrivate: false });
  });
});

describe('the list of allowed hosts', () => {
  test.each([
    'localhost',
    'LOCALHOST:3000',
    'tools.svc.internal',
    '10.0.0.1:80',
    '[::1]',
    '[fd00::1]:8080',
    'bücher.example',
  ])('takes %s', (entry) => expect(validateAllowedHosts([entry])).toBeUndefined());

  test.each([
    '',
    ' ',
    'http://localhost',
    'localhost/path',
    'localhost:0',
    'localhost:65536',
    'localhost:x',
    '::1',
    '*',
    'user@host',
    'a b',
  ])('does not take %j, and says which entry is wrong', (entry) => {
    expect(validateAllowedHosts(['localhost', entry])).toContain(`"${entry}"`);
    expect(() => new AllowedHosts([entry])).toThrow('must list hosts');
  });
});
