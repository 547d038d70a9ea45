// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Encodes arguments and results as RFC 1813 specifies them, without the code under test. */
final class Xdr {
    private static final long NANOS = 1_000_000_000L;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Xdr word(final long... values) {
        for (final long value : values) {
            bytes.writeBytes(ByteBuffer.allocate(4).putInt((int) value).array());
        }
        return this;
    }

    Xdr hyper(final long... values) {
        for (final long value : values) {
            bytes.writeBytes(ByteBuffer.allocate(8).putLong(value).array());
        }
        return this;
    }

    Xdr opaque(final byte[] value) {
        word(value.length);
        bytes.writeBytes(value);
        bytes.writeBytes(new byte[-value.length & 3]);
        return this;
    }

    /** Appends bytes that are already encoded as XDR. */
    Xdr raw(final byte[] value) {
        bytes.writeBytes(value);
        return this;
    }

    Xdr string(final String value) {
        return opaque(value.getBytes(StandardCharsets.ISO_8859_1));
    }

    Xdr handle(final long export, final long inode, final long generation) {
        return word(24).hyper(export, inode, generation);
    }

    Xdr handle(final HostFile file) {
        return handle(file.export(), file.inode(), file.birthTime());
    }

    Xdr time(final long nanos) {
        return word(nanos / NANOS, nanos % NANOS);
    }

    /** Appends a sattr3 that sets nothing. */
    Xdr nothingSet() {
        return word(0, 0, 0, 0, 0, 0);
    }

    /** Appends a fattr3. */
    Xdr attributes(final HostFile file) {
        word(file.kind(), file.mode(), file.links(), file.uid(), file.gid());
        hyper(file.size(), file.used());
        word(0, 0);
        hyper(file.export(), file.inode());
        return time(file.accessTime()).time(file.modifyTime()).time(file.changeTime());
    }

    /** Appends a post_op_attr. */
    Xdr after(final HostFile file) {
        return word(1).attributes(file);
    }

    /** Appends a wcc_data, whose first part is the file's earlier state. */
    Xdr weak(final Before before, final HostFile file) {
        word(1).hyper(before.size()).time(before.modifyTime()).time(before.changeTime());
        return after(file);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** A wcc_attr. */
    record Before(long size, long modifyTime, long changeTime) {
        static Before of(final HostFile file) {
            return new Before(file.size(), file.modifyTime(), file.changeTime());
        }
    }
}
