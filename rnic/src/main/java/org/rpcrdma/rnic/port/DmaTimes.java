// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/** When the data of a packet that has arrived is in the host's memory. */
public interface DmaTimes {
    /**
     * Returns when the data of the current transfer is in memory.
     *
     * @param bytes bytes of the transfer.
     * @return nanoseconds, not before now.
     */
    long landing(int bytes);

    /** Creates the way of a queue pair's requests through the device. */
    RequestPipeline newPipeline();

    /** The way of a queue pair's requests through the device, which takes them one after the other. */
    interface RequestPipeline {
        /**
         * Takes the next packet.
         *
         * @param isFirst true for the first packet of a message.
         * @param landing when its data would be in memory if the pipeline were idle, in nanoseconds.
         * @return when its data is in memory, in nanoseconds.
         */
        long pass(boolean isFirst, long landing);
    }
}
