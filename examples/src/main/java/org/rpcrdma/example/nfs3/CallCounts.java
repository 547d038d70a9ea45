// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts a service's answered calls by procedure and status. The status is an nfsstat3 or the reason why ONC RPC did
 * not execute the call. Without these counts, the server's host would have no record of failures that only clients see.
 * Thread-safe.
 */
final class CallCounts {
    /** The status of a call whose arguments are malformed. */
    static final String GARBAGE_ARGS = "GARBAGE_ARGS";

    /** The status of a call that caused a failure in the service. */
    static final String SYSTEM_ERR = "SYSTEM_ERR";

    /** The status of a call that provided too little space for its reply. */
    static final String NO_ROOM = "ERR_CHUNK";

    /** The status of a call from an address without permission to call. */
    static final String TOO_WEAK = "AUTH_TOOWEAK";

    /** The status of a call whose credential is malformed. */
    static final String BAD_CREDENTIAL = "AUTH_BADCRED";

    private static final List<String> PROCEDURES = List.of(
            "NULL",
            "GETATTR",
            "SETATTR",
            "LOOKUP",
            "ACCESS",
            "READLINK",
            "READ",
            "WRITE",
            "CREATE",
            "MKDIR",
            "SYMLINK",
            "MKNOD",
            "REMOVE",
            "RMDIR",
            "RENAME",
            "LINK",
            "READDIR",
            "READDIRPLUS",
            "FSSTAT",
            "FSINFO",
            "PATHCONF",
            "COMMIT");

    /** Exports the number of calls for one procedure and status. */
    interface Display {
        void show(String procedure, String status, LongAdder count);
    }

    private final List<Map<String, LongAdder>> counts = Stream.generate(
                    () -> (Map<String, LongAdder>) new ConcurrentHashMap<String, LongAdder>())
            .limit(PROCEDURES.size())
            .toList();

    private Display display = (procedure, status, count) -> {};

    /** Counts an executed call by its nfsstat3. */
    void count(final int procedure, final int status) {
        count(procedure, nameOf(status));
    }

    /** Counts a call. */
    void count(final int procedure, final String status) {
        final LongAdder known = counts.get(procedure).get(status);
        (known == null ? begin(procedure, status) : known).increment();
    }

    private synchronized LongAdder begin(final int procedure, final String status) {
        return counts.get(procedure).computeIfAbsent(status, first -> {
            final LongAdder count = new LongAdder();
            display.show(PROCEDURES.get(procedure), first, count);
            return count;
        });
    }

    /**
     * Registers a display, which exports one counter per procedure and status. The counter of a failure appears only
     * once the failure has occurred, so that failures are not hidden among zeros.
     */
    synchronized void showBy(final Display to) {
        for (int procedure = Nfs3.GETATTR; procedure < counts.size(); procedure++) {
            begin(procedure, nameOf(Nfs3.OK));
            final String name = PROCEDURES.get(procedure);
            counts.get(procedure).forEach((status, count) -> to.show(name, status, count));
        }
        display = to;
    }

    /** Returns the nonzero counts. A key consists of the procedure and the status, separated by a space. */
    Map<String, Long> totals() {
        final Map<String, Long> totals = new TreeMap<>();
        for (int procedure = 0; procedure < counts.size(); procedure++) {
            final String name = PROCEDURES.get(procedure);
            counts.get(procedure).forEach((status, count) -> {
                if (count.sum() > 0) {
                    totals.put(name + " " + status, count.sum());
                }
            });
        }
        return totals;
    }

    /** Returns a status's name as in RFC 1813. */
    private static String nameOf(final int status) {
        return switch (status) {
            case Nfs3.OK -> "NFS3_OK";
            case Nfs3.ERR_PERM -> "NFS3ERR_PERM";
            case Nfs3.ERR_NOENT -> "NFS3ERR_NOENT";
            case Nfs3.ERR_IO -> "NFS3ERR_IO";
            case Nfs3.ERR_ACCES -> "NFS3ERR_ACCES";
            case Nfs3.ERR_EXIST -> "NFS3ERR_EXIST";
            case Nfs3.ERR_XDEV -> "NFS3ERR_XDEV";
            case Nfs3.ERR_NOTDIR -> "NFS3ERR_NOTDIR";
            case Nfs3.ERR_ISDIR -> "NFS3ERR_ISDIR";
            case Nfs3.ERR_INVAL -> "NFS3ERR_INVAL";
            case Nfs3.ERR_FBIG -> "NFS3ERR_FBIG";
            case Nfs3.ERR_NOSPC -> "NFS3ERR_NOSPC";
            case Nfs3.ERR_ROFS -> "NFS3ERR_ROFS";
            case Nfs3.ERR_MLINK -> "NFS3ERR_MLINK";
            case Nfs3.ERR_NAMETOOLONG -> "NFS3ERR_NAMETOOLONG";
            case Nfs3.ERR_NOTEMPTY -> "NFS3ERR_NOTEMPTY";
            case Nfs3.ERR_DQUOT -> "NFS3ERR_DQUOT";
            case Nfs3.ERR_STALE -> "NFS3ERR_STALE";
            case Nfs3.ERR_BADHANDLE -> "NFS3ERR_BADHANDLE";
            case Nfs3.ERR_NOT_SYNC -> "NFS3ERR_NOT_SYNC";
            case Nfs3.ERR_BAD_COOKIE -> "NFS3ERR_BAD_COOKIE";
            case Nfs3.ERR_NOTSUPP -> "NFS3ERR_NOTSUPP";
            case Nfs3.ERR_TOOSMALL -> "NFS3ERR_TOOSMALL";
            case Nfs3.ERR_JUKEBOX -> "NFS3ERR_JUKEBOX";
            default -> String.valueOf(status);
        };
    }
}
