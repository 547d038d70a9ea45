// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;

/** A file that is open to read or to write. Its users are counted under the export's lock; any thread may use it. */
final class OpenFile {
    private final Descriptor data;

    /** True if the server has made the file, and reads it by this descriptor whatever mode it has by now. */
    final boolean isNew;

    /** Calls that use it now. */
    private int users;

    private boolean closesWhenUnused;

    /** The round of {@link OpenFiles} in which it was used last. */
    private long lastRound;

    private volatile boolean isUnstable;

    OpenFile(final Descriptor data, final boolean isNew) {
        this.data = data;
        this.isNew = isNew;
    }

    /** Begins to use it. */
    OpenFile begin(final long round) {
        users++;
        lastRound = round;
        return this;
    }

    void end() {
        users--;
        if (users == 0 && closesWhenUnused) {
            data.close();
        }
    }

    /** Closes it once nobody uses it. */
    void close() {
        closesWhenUnused = true;
        if (users == 0) {
            data.close();
        }
    }

    boolean isUsed() {
        return users > 0;
    }

    boolean wasUsedSince(final long round) {
        return users > 0 || lastRound >= round;
    }

    /** Returns true if something was written that is not known to be stable. */
    boolean isUnstable() {
        return isUnstable;
    }

    /** Returns the inode's attributes. */
    Attributes attributes() throws IOException {
        return Attributes.ofOpen(data.path());
    }

    int read(final long address, final int length, final long offset) throws IOException {
        return data.read(address, length, offset);
    }

    int write(final long address, final int length, final long offset) throws IOException {
        isUnstable = true;
        return data.write(address, length, offset);
    }

    void truncate(final long size) throws IOException {
        data.truncate(size);
    }

    /**
     * Waits until everything written is stable. The host reports an error to one caller only: callers take turns, so
     * that the verifier has changed before the next caller succeeds.
     */
    synchronized void sync(final boolean dataOnly, final WriteVerifier verifier) throws IOException {
        isUnstable = false;
        try {
            data.sync(dataOnly);
        } catch (final IOException e) {
            verifier.renew();
            throw e;
        }
    }

    /** Makes data stable that no client has committed yet; if that fails, clients learn it by the verifier. */
    void syncToClose(final WriteVerifier verifier) {
        try {
            sync(false, verifier);
        } catch (final IOException e) {
            return;
        }
    }
}
