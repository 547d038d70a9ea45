// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.util.Objects;
import java.util.Set;
import org.rpcrdma.bench.console.InputException;

/** The calls that each connection in a comparison makes. Immutable. */
public sealed interface ConnectionCalls {
    /**
     * Replays captured NFS/RDMA traffic.
     *
     * @param nameOrFile a bundled capture, nfs3, nfs41 or nfs42fio; or a pcap or pcapng file, plain or compressed.
     * @param told       before the capture is read, the settings that may be taken from it; afterwards, the settings
     *                   that were taken.
     */
    record Capture(String nameOrFile, Set<CapturedSetting> told) implements ConnectionCalls {
        /**
         * Checks that the name is not empty.
         *
         * @param nameOrFile a bundled capture, nfs3, nfs41 or nfs42fio; or a pcap or pcapng file, plain or compressed.
         * @param told       the settings taken from the capture.
         */
        public Capture {
            Objects.requireNonNull(nameOrFile, "nameOrFile");
            told = Set.copyOf(told);
        }
    }

    /**
     * Sends data and receives it back.
     *
     * @param rpcs  the number of RPCs per connection, 1 to 1,000,000.
     * @param sizes the data per RPC, 1 to 1,048,576 bytes.
     */
    record Echo(int rpcs, MessageSizes sizes) implements ConnectionCalls {
        private static final int MAX_RPCS = 1_000_000;
        private static final int MAX_BYTES = 1 << 20;

        /**
         * Checks the ranges.
         *
         * @param rpcs  the number of RPCs per connection, 1 to 1,000,000.
         * @param sizes the data per RPC, 1 to 1,048,576 bytes.
         */
        public Echo {
            InputException.checkRange("rpcs", rpcs, 1, MAX_RPCS);
            InputException.checkRange("size", sizes.smallest(), 1, MAX_BYTES);
            InputException.checkRange("size", sizes.largest(), 1, MAX_BYTES);
        }
    }
}
