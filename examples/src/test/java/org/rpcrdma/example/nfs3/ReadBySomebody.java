// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Reads a file that only root may read, in a separate JVM, and prints the resulting status. */
final class ReadBySomebody {
    private ReadBySomebody() {}

    public static void main(final String[] arguments) throws Exception {
        final Served served = new Served(Path.of(arguments[0]));
        final HostFile file = served.make(served.root(), "secret", Nfs3.REG);
        Files.setAttribute(file.path(), "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file.path(), "unix:mode", 0600);
        System.out.println(served.status(Nfs3.READ, Served.of(file).hyper(0).word(9)));
        served.export.close();
    }
}
