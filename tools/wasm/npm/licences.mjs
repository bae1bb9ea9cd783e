// Copies the licences of the repository into the package, which has to have their texts.

import { copyFile } from "node:fs/promises";

for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) await copyFile(new URL(`../../../${name}`, import.meta.url), new URL(name, import.meta.url));
