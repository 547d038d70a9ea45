// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.dcache.oncrpc4j.xdr.XdrAble;
import org.dcache.oncrpc4j.xdr.XdrDecodingStream;
import org.dcache.oncrpc4j.xdr.XdrEncodingStream;

/** Arguments or results that a test encodes or decodes itself. */
record Words(Code code) implements XdrAble {
    /** Encodes or decodes the words. */
    interface Code {
        void run(Xdr xdr) throws IOException;
    }

    @Override
    public void xdrDecode(final XdrDecodingStream xdr) throws IOException {
        code.run((Xdr) xdr);
    }

    @Override
    public void xdrEncode(final XdrEncodingStream xdr) throws IOException {
        code.run((Xdr) xdr);
    }

    static void ints(final Xdr xdr, final int... words) {
        for (final int word : words) {
            xdr.xdrEncodeInt(word);
        }
    }
}
