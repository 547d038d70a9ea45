// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Creates and uses more directories and files than the process can open, and counts the resulting statuses. */
final class ServeWithFewDescriptors {
    private static final int MANY = 200;

    private ServeWithFewDescriptors() {}

    public static void main(final String[] arguments) throws Exception {
        final Served served = new Served(Path.of(arguments[0]));
        final HostFile root = served.root();
        final Map<Integer, Integer> statuses = new TreeMap<>();
        for (int i = 0; i < MANY; i++) {
            final String name = "d" + i;
            count(
                    statuses,
                    served.status(Nfs3.MKDIR, Served.of(root).string(name).nothingSet()));
            final HostFile directory = served.find(root, name);
            final Xdr made = Served.of(directory).string("file").word(0).nothingSet();
            count(statuses, served.status(Nfs3.CREATE, made));
            final HostFile file = served.find(directory, "file");
            final Xdr written = Served.of(file).hyper(0).word(1, 0).opaque(new byte[1]);
            count(statuses, served.status(Nfs3.WRITE, written));
            count(statuses, served.status(Nfs3.READ, Served.of(file).hyper(0).word(9)));
            count(
                    statuses,
                    served.status(Nfs3.READDIR, Served.of(directory).hyper(0, 0).word(4096)));
        }
        System.out.println(statuses);
    }

    private static void count(final Map<Integer, Integer> statuses, final int status) {
        statuses.merge(status, 1, Integer::sum);
    }
}
