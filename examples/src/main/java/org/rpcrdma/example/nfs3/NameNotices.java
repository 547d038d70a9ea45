// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The kernel's notices of names that are created in or removed from watched directories, delivered by inotify(7). Not
 * thread-safe.
 */
final class NameNotices implements AutoCloseable {
    /** Returned in place of a watch if the kernel's limit is reached. No notices arrive for the directory. */
    static final int NONE = -1;

    private static final int IN_MOVED_FROM = 0x40;
    private static final int IN_MOVED_TO = 0x80;
    private static final int IN_CREATE = 0x100;
    private static final int IN_DELETE = 0x200;
    private static final int IN_IGNORED = 0x8000;
    private static final int IN_ONLYDIR = 0x0100_0000;
    private static final int COMES = IN_CREATE | IN_MOVED_TO;
    private static final int GOES = IN_DELETE | IN_MOVED_FROM;
    private static final int HEAD = 16;

    /** Receives notices. */
    interface Listener {
        void onName(int watch, byte[] name, boolean comes);

        /**
         * Called if a watch is lost because its directory no longer exists. {@link #NONE} means that notices for any
         * directory may have been lost.
         */
        void onLost(int watch);
    }

    private final UnsafeBuffer notices = new UnsafeBuffer(ByteBuffer.allocateDirect(1 << 16));
    private final Listener listener;
    private int descriptor = NONE;

    NameNotices(final Listener listener) {
        this.listener = listener;
    }

    /** Watches a directory. Returns its watch, which may already exist, or {@link #NONE} on failure. */
    int watch(final Path directory) {
        try {
            if (descriptor == NONE) {
                descriptor = LinuxFiles.calls().openNotices();
            }
            return LinuxFiles.calls().watch(descriptor, directory, COMES | GOES | IN_ONLYDIR);
        } catch (final IOException e) {
            return NONE;
        }
    }

    void unwatch(final int watch) {
        LinuxFiles.calls().unwatch(descriptor, watch);
    }

    /** Passes all pending notices to the listener. */
    void poll() {
        if (descriptor == NONE) {
            return;
        }
        int length;
        do {
            length = LinuxFiles.calls().takeNotices(descriptor, notices.addressOffset(), notices.capacity());
            for (int at = 0; at < length; at += HEAD + word(at, 3)) {
                tell(at);
            }
        } while (length > 0);
    }

    private int word(final int notice, final int index) {
        return notices.getInt(notice + index * Integer.BYTES, ByteOrder.nativeOrder());
    }

    private void tell(final int notice) {
        final int watch = word(notice, 0);
        final int kinds = word(notice, 1);
        if ((kinds & (COMES | GOES)) == 0) {
            if (watch == NONE || (kinds & IN_IGNORED) != 0) {
                listener.onLost(watch);
            }
            return;
        }
        int length = 0;
        while (length < word(notice, 3) && notices.getByte(notice + HEAD + length) != 0) {
            length++;
        }
        final byte[] name = new byte[length];
        notices.getBytes(notice + HEAD, name);
        listener.onName(watch, name, (kinds & COMES) != 0);
    }

    @Override
    public void close() {
        if (descriptor != NONE) {
            LinuxFiles.calls().close(descriptor);
            descriptor = NONE;
        }
        BufferUtil.free(notices);
    }
}
