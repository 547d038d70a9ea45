// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Path;

/** Checks that the names sent by clients are single names and not paths. */
final class Names {
    static final int LONGEST = 255;

    private static final int LONGEST_TARGET = 4095;

    private Names() {}

    /** Returns the path for a valid name; fails for an invalid one. */
    static Path checked(final byte[] name, final int statusOfDots) {
        NfsFailure.unless(name.length > 0 && !has(name, '/') && !has(name, '\0'), Nfs3.ERR_INVAL);
        NfsFailure.unless(name.length <= LONGEST, Nfs3.ERR_NAMETOOLONG);
        NfsFailure.unless(!isDot(name) && !isDots(name), statusOfDots);
        return FileNames.path(name);
    }

    /** Returns the path of a symbolic link's target. The server never follows it. */
    static Path target(final byte[] target) {
        NfsFailure.unless(target.length > 0 && !has(target, '\0'), Nfs3.ERR_INVAL);
        NfsFailure.unless(target.length <= LONGEST_TARGET, Nfs3.ERR_NAMETOOLONG);
        return FileNames.path(target);
    }

    static boolean isDot(final byte[] name) {
        return name.length == 1 && name[0] == '.';
    }

    static boolean isDots(final byte[] name) {
        return name.length == 2 && name[0] == '.' && name[1] == '.';
    }

    private static boolean has(final byte[] name, final char searched) {
        return new String(name, ISO_8859_1).indexOf(searched) >= 0;
    }
}
