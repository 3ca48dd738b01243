import { crc32, deflateSync } from 'node:zlib'

const side = 32

/** A PNG of 32 by 32 pixels in one colour with a grain: every fourth row is a little darker. */
export function plainPicture([red, green, blue]: readonly [number, number, number]): Buffer {
  const rows = Array.from({ length: side }, (_, y) => {
    const shade = y % 4 === 0 ? 0.9 : 1
    const pixel = [red, green, blue].map((part) => Math.round(part * shade))
    return Buffer.from([0, ...Array.from({ length: side }, () => pixel).flat()])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const content = deflateSync(Buffer.concat(rows))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
