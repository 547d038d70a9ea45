// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;

/**
 * The procedures that read or change the attributes of an inode or of the file system.
 *
 * @param maxTransfer the maximum number of bytes per READ or WRITE.
 */
record AttributeProcedures(int maxTransfer) {
    /** Advertises hard links, symbolic links, a PATHCONF that is the same for all files, and settable times. */
    private static final int PROPERTIES = 0x01 | 0x02 | 0x08 | 0x10;

    private static final int MOST_LINKS = 32_000;
    private static final int PAGE = 4096;

    void getAttributes(final Request request) {
        final Export.Found found = request.found(request.first);
        request.out.putInt(Nfs3.OK);
        found.attributes().put(request.out, request.export.id);
    }

    void setAttributes(final Request request) throws IOException {
        final Export.Found found = request.found(request.first);
        final SetAttributes wanted = SetAttributes.of(request.in);
        if (request.in.getBool()) {
            final boolean unchanged =
                    SetAttributes.time(request.in) == found.attributes().changeTime();
            NfsFailure.unless(unchanged, Nfs3.ERR_NOT_SYNC);
        }
        final SetAttributes permitted = request.caller.permitted(found.attributes(), wanted);
        if (wanted.hasSize()) {
            resize(request, found, wanted.size());
        }
        Inodes.set(request.export, found, permitted);
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
    }

    static void resize(final Request request, final Export.Found file, final long size) throws IOException {
        NfsFailure.unless(!file.attributes().isDirectory(), Nfs3.ERR_ISDIR);
        NfsFailure.unless(file.attributes().isFile(), Nfs3.ERR_INVAL);
        final OpenFile opened = request.beginWrite(file);
        try {
            opened.truncate(size);
        } finally {
            opened.end();
        }
    }

    void access(final Request request) {
        final Export.Found found = request.found(request.first);
        final int granted = request.caller.access(found, request.export.options.readOnly());
        final int asked = request.in.getInt();
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.out.putInt(asked & granted);
    }

    void fileSystemState(final Request request) throws IOException {
        request.found(request.first);
        final FileStore store = Files.getFileStore(request.export.root());
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.out.putLong(store.getTotalSpace()).putLong(store.getUnallocatedSpace());
        request.out.putLong(store.getUsableSpace());
        final Linux.FileSystem inodes = request.export.fileSystem();
        request.out.putLong(inodes.files()).putLong(inodes.freeFiles()).putLong(inodes.freeFiles());
        request.out.putInt(0);
    }

    void fileSystemInformation(final Request request) {
        request.found(request.first);
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        for (int i = 0; i < 2; i++) { // READ, WRITE
            request.out.putInt(maxTransfer).putInt(maxTransfer).putInt(PAGE);
        }
        request.out.putInt(maxTransfer).putLong(Long.MAX_VALUE); // the host itself rejects longer files
        request.out.putInt(0).putInt(1); // times are exact to the nanosecond
        request.out.putInt(PROPERTIES);
    }

    void pathConfiguration(final Request request) {
        request.found(request.first);
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.out.putInt(MOST_LINKS).putInt(Names.LONGEST);
        request.out.putBool(true); // long names are rejected, not truncated
        request.out.putBool(true); // only root gives files away
        request.out.putBool(false); // names are case-sensitive
        request.out.putBool(true); // names keep their case
    }
}
