// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import org.rpcrdma.wire.XdrWriter;

/** An inode that a call refers to, with its attributes before the call. */
final class Subject {
    private Export.Found found;

    Export.Found is(final Export.Found subject) {
        found = subject;
        return subject;
    }

    /** Writes a post_op_attr for an inode that the call does not change. */
    void putAttributes(final XdrWriter out, final long export) {
        putAttributes(out, found == null ? null : found.attributes(), export);
    }

    /** Writes a wcc_data. */
    void putWeakCacheData(final XdrWriter out, final Export export) {
        out.putBool(found != null);
        if (found != null) {
            found.attributes().putBefore(out);
        }
        putNewAttributes(out, export);
    }

    private Attributes now(final Export export) {
        try {
            synchronized (export) {
                return export.locate(found.node()).attributes();
            }
        } catch (final NfsFailure e) {
            return null;
        }
    }

    /** Writes a post_op_attr with the inode's current attributes. */
    void putNewAttributes(final XdrWriter out, final Export export) {
        putAttributes(out, found == null ? null : now(export), export.id);
    }

    /** Writes an inode's post_op_attr; it is empty if the attributes are null. */
    static void putAttributes(final XdrWriter out, final Attributes attributes, final long export) {
        out.putBool(attributes != null);
        if (attributes != null) {
            attributes.put(out, export);
        }
    }
}
