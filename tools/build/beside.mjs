/**
 * Packages that are installed beside the program and have no part in it: plain JavaScript, each with a driver that the program does not carry.
 * @type {readonly string[]}
 */
export const besideProgram = ['connector-duckdb', 'connector-firebird', 'connector-oracle']
