import { describe, expect, it } from 'vitest'
import { type Measured, writeReport } from './report.ts'

const load = { bytes: 61440, requests: 3, elements: 20, longTasks: 100, usable: 200 }
const measured: Measured = {
  requests: [{ name: 'list of 50', connections: 10, floor: 2000, ours: 1500, ratio: 0.75, spread: [0.7, 0.8] }],
  records: [
    {
      label: 'SQLite',
      loads: [{ name: 'one by id', connections: 10, floor: 1000, ours: 900, ratio: 0.9, spread: [0.85, 0.95] }],
      pages: [{ name: 'page', connections: 1, floor: 1000, ours: 1000, ratio: 1, spread: [0.95, 1.1] }],
      exported: { before: 100, most: 150, seconds: 1.5 },
    },
  ],
  peer: [
    {
      version: 'pocketbase version 1',
      processes: 'one',
      loads: [{ name: 'insert', connections: 10, floor: 1000, ours: 3000, ratio: 3, spread: [2.9, 3.1] }],
    },
  ],
  workers: [{ name: 'insert', connections: 10, floor: 1000, ours: 1000, ratio: 1, spread: [0.95, 1.1] }],
  roles: {
    roles: 10_000,
    rules: 100,
    loads: [{ name: 'many', connections: 10, floor: 2000, ours: 1900, ratio: 0.95, spread: [0.9, 1] }],
  },
  usage: { without: 200, withAll: 202, cost: 1.01 },
  dashboard: { calls: 10_000_000, bytes: 150 * 2 ** 20, questions: [{ query: 'by=app', milliseconds: 140 }] },
  limits: { limits: 1000, counting: 5, without: 200, withAll: 208, cost: 1.04 },
  mcp: [{ name: 'one by id', without: 200, withAll: 280, cost: 1.4 }],
  customApis: [{ name: 'one by id', without: 200, withAll: 220, cost: 1.1 }],
  scripts: [{ language: 'nodejs', without: 400, withAll: 1400, cost: 3.5 }],
  files: {
    files: 1000,
    bytes: 2 ** 31,
    before: 90,
    upload: { most: 150, seconds: 10 },
    download: { most: 200, seconds: 30 },
    after: 120,
  },
  browser: { form: load, login: { ...load, longTasks: 150 }, table: load, admins: load },
  servers: {
    floor: { ready: 100, memory: 60 },
    ours: { ready: 130, memory: 90 },
    full: { ready: 210, memory: 95 },
    fullAfterLists: 130,
    users: 100000,
    lists: [{ path: 'system/user?limit=1', milliseconds: 1.25 }],
  },
}

describe('the report', () => {
  it('mentions no miss if all targets are reached', () => {
    const page = writeReport(measured)
    expect(page).toContain('| list of 50 | 10 | 2,000 | 1,500 | 0.75 | 0.70 – 0.80 | ≥ 0.7 |')
    expect(page).toContain('| 10 | 2,000 | 1,900 | 1.05 | ≤ 1.1 |')
    expect(page).toContain('| 200 µs | 208 µs | 1.04 | ≤ 1.05 |')
    expect(page).toContain('| one by id | 200 µs | 280 µs | 1.40 | ≤ 1.5 |')
    expect(page).toContain('| nodejs | 0.40 ms | 1.40 ms | 1.00 ms | ≤ 5 ms more |')
    expect(page).toContain('| SQLite | one by id | 10 | 1,000 | 900 | 0.90 | 0.85 – 0.95 | ≥ 0.45 |')
    expect(page).toContain('| SQLite | 1.5 s | 100 MB | 150 MB | ≤ 200 MB more |')
    expect(page).toContain('| at most during the download | 30.0 s | 200 MB | ≤ 150 MB more |')
    expect(page).not.toMatch(/\*\*no\*\*:/)
  })

  it('marks each missed target', () => {
    const slow: Measured = {
      requests: [
        { name: 'insert', connections: 1, floor: 2, ours: 0.6, ratio: 0.3, spread: [0.25, 0.35] },
        { name: 'one by id', connections: 1, floor: 2, ours: 0.6, ratio: 0.3, spread: [0.25, 0.35] },
      ],
      records: [
        {
          label: 'SQLite',
          loads: [{ name: 'insert', connections: 1, floor: 2, ours: 0.6, ratio: 0.3, spread: [0.25, 0.35] }],
          pages: [{ name: 'page', connections: 1, floor: 2, ours: 0.6, ratio: 0.3, spread: [0.25, 0.35] }],
          exported: { before: 100, most: 400, seconds: 1 },
        },
      ],
      peer: [
        {
          version: 'pocketbase version 1',
          processes: 'one',
          loads: [{ name: 'insert', connections: 10, floor: 1000, ours: 2900, ratio: 2.9, spread: [2.9, 3.1] }],
        },
      ],
      workers: [{ name: 'one by id', connections: 10, floor: 1000, ours: 1590, ratio: 1.59, spread: [1.5, 1.7] }],
      roles: {
        ...measured.roles,
        loads: [{ name: 'many', connections: 1, floor: 2, ours: 1, ratio: 0.5, spread: [0.45, 0.55] }],
      },
      limits: { ...measured.limits, cost: 1.06 },
      usage: { ...measured.usage, cost: 1.03 },
      dashboard: { ...measured.dashboard, bytes: 210 * 2 ** 20 },
      mcp: [{ name: 'one by id', without: 200, withAll: 320, cost: 1.6 }],
      customApis: [{ name: 'one by id', without: 200, withAll: 240, cost: 1.2 }],
      scripts: [{ language: 'nodejs', without: 400, withAll: 5500, cost: 14 }],
      files: { ...measured.files, download: { most: 241, seconds: 30 } },
      browser: {
        form: load,
        login: { ...load, longTasks: 201 },
        table: load,
        admins: { ...load, bytes: 143_361, requests: 13 },
      },
      servers: { ...measured.servers, ours: { ready: 251, memory: 121 } },
    }
    expect(writeReport(slow).match(/\*\*no\*\*:/g)).toHaveLength(20)
  })

  it('notes that there was no browser, no PocketBase, or no wrk', () => {
    const page = writeReport({ ...measured, browser: null, peer: null, workers: null })
    expect(page).toContain('no Chromium')
    expect(page).toContain('PocketBase is not to be had')
    expect(page).toContain('no wrk on this machine')
  })
})
