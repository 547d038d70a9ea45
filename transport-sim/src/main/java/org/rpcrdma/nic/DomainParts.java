// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.endpoint.QueuePairTable;
import org.rpcrdma.nic.key.DeviceObjects;
import org.rpcrdma.nic.key.paging.MemoryAdvice;
import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.queue.SharedReceiveQueues;

/**
 * Makes the objects of a device's protection domains.
 *
 * @param domains             counts and finds the domains.
 * @param objects             counts and finds objects by their handles.
 * @param memory              makes memory regions, windows and keys.
 * @param advice              advises on memory regions.
 * @param queuePairs          makes queue pairs.
 * @param sharedReceiveQueues makes shared receive queues.
 * @param link                finds the destinations of address handles.
 */
record DomainParts(
        ProtectionDomains domains,
        DeviceObjects objects,
        MemoryVerbs memory,
        MemoryAdvice advice,
        QueuePairTable queuePairs,
        SharedReceiveQueues sharedReceiveQueues,
        Link link) {}
