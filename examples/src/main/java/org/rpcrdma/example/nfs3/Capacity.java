// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/** How much a file system may hold. */
final class Capacity {
    final long bytes;
    final long files;
    private long bytesUsed;
    private long filesUsed;

    Capacity(final long bytes, final long files) {
        this.bytes = bytes;
        this.files = files;
    }

    void takeBytes(final long count) {
        NfsFailure.unless(count <= bytes - bytesUsed, Nfs3.ERR_NOSPC);
        bytesUsed += count;
    }

    void giveBytes(final long count) {
        bytesUsed -= count;
    }

    void takeFile() {
        NfsFailure.unless(filesUsed < files, Nfs3.ERR_NOSPC);
        filesUsed++;
    }

    void giveFile() {
        filesUsed--;
    }

    long bytesFree() {
        return bytes - bytesUsed;
    }

    long filesFree() {
        return files - filesUsed;
    }
}
