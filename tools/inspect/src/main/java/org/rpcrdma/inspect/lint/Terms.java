// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import org.agrona.DirectBuffer;
import org.rpcrdma.capture.CapturedConnect;
import org.rpcrdma.wire.CmPrivateData;

/** The values that both ends sent during connection set-up. The client is side 0. */
final class Terms {
    /** The port for NFS over RDMA. Every server on this port uses RPC-over-RDMA. */
    private static final int NFS_PORT = 20049;

    private final boolean isRpcRdma;
    private final int[] thresholds = new int[2];
    private final boolean[] takesInvalidation = new boolean[2];

    Terms(final CapturedConnect connect) {
        final boolean client = isPresent(connect.clientData());
        final boolean server = isPresent(connect.serverData());
        isRpcRdma = client || server || connect.port() == NFS_PORT;
        thresholds[0] = threshold(connect.clientData(), connect.serverData());
        thresholds[1] = threshold(connect.serverData(), connect.clientData());
        takesInvalidation[0] = client && CmPrivateData.remoteInvalidation(connect.clientData(), 0);
        takesInvalidation[1] = server && CmPrivateData.remoteInvalidation(connect.serverData(), 0);
    }

    private static boolean isPresent(final DirectBuffer data) {
        return CmPrivateData.isPresent(data, 0, data.capacity());
    }

    private static int threshold(final DirectBuffer sender, final DirectBuffer receiver) {
        if (!isPresent(sender) || !isPresent(receiver)) {
            return CmPrivateData.DEFAULT_INLINE_THRESHOLD;
        }
        return Math.min(CmPrivateData.sendSize(sender, 0), CmPrivateData.receiveSize(receiver, 0));
    }

    boolean isRpcRdma() {
        return isRpcRdma;
    }

    /** Returns the maximum size of a side's Sends, in bytes. */
    int threshold(final int side) {
        return thresholds[side];
    }

    boolean takesInvalidation(final int side) {
        return takesInvalidation[side];
    }
}
