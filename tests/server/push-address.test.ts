import { describe, expect, it } from 'vitest'
import { isCallable } from '#server/push/public-address.ts'
import { resolveByNameServers, resolvePublic } from '#server/push/resolve-host.ts'

describe('which addresses a push may be sent to (CONTRACT section 2)', () => {
  it.each([
    '8.8.8.8',
    '142.250.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.128.0.1',
    '2607:f8b0::1',
    '2a00:1450:4001::a',
  ])('takes %s', (address) => {
    expect(isCallable(address, false)).toBe(true)
  })

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '100.100.100.200',
      '127.0.0.1',
      '127.255.0.1',
      '169.254.169.254',
    ],
    ...['168.63.129.16', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.1.1', '198.18.0.1'],
    ...[
      '224.0.0.251',
      '239.255.255.250',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:127.0.0.1',
    ],
    ...['::127.0.0.1', '64:ff9b::8.8.8.8', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fc00::1'],
    ...['fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'ff02::1', 'push.example', ''],
  ])('refuses %s', (address) => {
    expect(isCallable(address, false)).toBe(false)
  })

  it('takes loopback where that is allowed, and nothing else of the house', () => {
    expect(['127.0.0.1', '127.0.0.2', '::1'].map((address) => isCallable(address, true))).toEqual([
      true,
      true,
      true,
    ])
    expect(
      ['10.0.0.1', '0.0.0.0', 'fe80::1', '169.254.169.254'].filter((one) => isCallable(one, true)),
    ).toEqual([])
  })
})

describe('the look-up of a host', () => {
  const policy = { canLoopback: false, resolveNames: () => Promise.resolve(['8.8.8.8', '2607:f8b0::1']) }

  it('gives what was checked', async () => {
    expect(await resolvePublic('https://push.example/1', policy)).toEqual(['8.8.8.8', '2607:f8b0::1'])
    expect(await resolvePublic('https://[2607:f8b0::1]:8443/1', policy)).toEqual(['2607:f8b0::1'])
  })

  it('refuses a host without any address', async () => {
    const none = { ...policy, resolveNames: () => Promise.resolve([]) }
    await expect(resolvePublic('https://push.example/1', none)).rejects.toMatchObject({ reason: 'unknown' })
  })

  it('asks no name server for this host itself', async () => {
    for (const name of ['localhost', 'LocalHost.', 'app.localhost']) {
      expect(await resolveByNameServers(name)).toEqual(['127.0.0.1'])
    }
  })
})
