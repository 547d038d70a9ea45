// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** Determines when the data of an arrived packet is in the host's memory. */
public interface DmaTimes {
    /**
     * Returns the time at which the current transfer's data is in memory.
     *
     * @param bytes the length of the transfer, in bytes.
     * @return the time in ns; never in the past.
     */
    long landing(int bytes);

    /** Creates the pipeline for a queue pair's incoming requests. */
    RequestPipeline newPipeline();

    /** The pipeline in which the device processes a queue pair's incoming requests, one at a time. */
    interface RequestPipeline {
        /**
         * Processes the next packet.
         *
         * @param isFirst true for the first packet of a message.
         * @param landing the time, in ns, at which the packet's data would be in memory if the pipeline were idle.
         * @return the time, in ns, at which the packet's data is in memory.
         */
        long pass(boolean isFirst, long landing);
    }
}
