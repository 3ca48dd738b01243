/**
 * Packages that are installed separately from the program, as it does not contain their drivers. Plain JavaScript.
 * @type {readonly string[]}
 */
export const besideProgram = ['connector-duckdb', 'connector-firebird', 'connector-oracle']
