// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import org.rpcrdma.example.xdr.XdrWriter;

/** An inode that a call is about, as it was before the call. */
final class Subject {
    private Export.Found found;

    Export.Found is(final Export.Found subject) {
        found = subject;
        return subject;
    }

    /** A post_op_attr of an inode that the call does not change. */
    void putAttributes(final XdrWriter out, final long export) {
        putAttributes(out, found == null ? null : found.attributes(), export);
    }

    /** A wcc_data. */
    void putWeakCacheData(final XdrWriter out, final long export) {
        out.putBool(found != null);
        if (found != null) {
            found.attributes().putBefore(out);
        }
        putAttributes(out, found == null ? null : now(), export);
    }

    private Attributes now() {
        try {
            final Attributes now = Attributes.of(found.path());
            return now.inode() == found.node().inode ? now : null;
        } catch (final IOException e) {
            return null;
        }
    }

    /** A post_op_attr of an inode as it is now. */
    void putNewAttributes(final XdrWriter out, final long export) {
        putAttributes(out, found == null ? null : now(), export);
    }

    /** A post_op_attr of an inode, or of none. */
    static void putAttributes(final XdrWriter out, final Attributes attributes, final long export) {
        out.putBool(attributes != null);
        if (attributes != null) {
            attributes.put(out, export);
        }
    }
}
