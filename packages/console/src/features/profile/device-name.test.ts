import { expect, test } from 'vitest'
import { deviceName } from './active-sessions.tsx'

const mozilla = 'Mozilla/5.0'
const likeChrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Linux'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${likeChrome} Safari/537.36`, 'Chrome', 'Windows'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${likeChrome} Safari/537.36 Edg/140.0`, 'Edge', 'Windows'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${likeChrome} Safari/537.36 OPR/120.0`, 'Opera', 'macOS'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iOS',
  ],
  [`${mozilla} (Linux; Android 15; K) ${likeChrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
])('a browser is shown by name and system: %s', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system })
})

test.each([
  ['curl/8.14.1', 'curl 8.14.1'],
  ['python-requests/2.32 (nothing else)', 'python-requests 2.32'],
  ['<b>Safari/</b>', '<b>Safari </b>'],
  ['(', '('],
])('a program is shown by its own name: %s', (userAgent, program) => {
  expect(deviceName(userAgent)).toEqual({ program })
})

test.each([null, '', '  '])('an empty user agent has no name: %j', (userAgent) => {
  expect(deviceName(userAgent)).toBeNull()
})
