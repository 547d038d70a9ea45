// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;

/**
 * A file that is open for reading or for writing. The export's lock guards the user count; all other methods are
 * thread-safe.
 */
final class OpenFile {
    private final Descriptor data;

    /**
     * True if the server created the file. The server may then read it through this descriptor regardless of its mode.
     */
    final boolean isNew;

    /** The number of calls that currently use the file. */
    private int users;

    private boolean closesWhenUnused;

    /** The round of {@link OpenFiles} in which the file was last used. */
    private long lastRound;

    private volatile boolean isUnstable;

    OpenFile(final Descriptor data, final boolean isNew) {
        this.data = data;
        this.isNew = isNew;
    }

    /** Adds a user. */
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

    /** Closes the file as soon as it has no users. */
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

    /** Returns true if written data may not have reached stable storage. */
    boolean isUnstable() {
        return isUnstable;
    }

    /** Returns the inode's attributes. */
    Attributes attributes() throws IOException {
        return data.attributes();
    }

    /** Returns the inode's attributes, or null if the host cannot read them. */
    Attributes attributesOrNull() {
        return data.attributesOrNull();
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
     * Waits until all written data is on stable storage. The host reports an error to only one caller. Callers are
     * serialized so that the verifier has changed before the next caller succeeds.
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

    /**
     * Writes uncommitted data to stable storage. If this fails, the verifier changes, and clients detect the change.
     */
    void syncToClose(final WriteVerifier verifier) {
        try {
            sync(false, verifier);
        } catch (final IOException e) {
            return;
        }
    }
}
