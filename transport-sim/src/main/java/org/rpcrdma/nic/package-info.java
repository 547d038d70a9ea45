// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The simulated RNIC behind the verbs contract: hosts on a {@link org.rpcrdma.nic.Fabric}, each with one
 * {@link org.rpcrdma.nic.SimulatedDevice}, whose costs are the named parameters of a
 * {@link org.rpcrdma.nic.cost.CostModel}. This package and {@code nic.cost} are for programs; the rooms between them
 * are internal:
 *
 * <pre>
 * nic                    fabric, device, protection domains, faults, taps
 * connect                connection managers
 * endpoint               queue pairs and their states
 * requester responder    the two halves of a queue pair: PSNs, ACKs and NAKs, retransmission
 * transmit               turns of queue pairs on the link, landings of messages in memory
 * queue                  work queues, shared receive queues, completion queues
 * dma                    transfers between packets and host memory
 * key                    memory keys: regions, on-demand paging, indirect keys
 * link   iommu           ports, switch, packets; DMA mappings, page table, IOTLB
 * host   cache           processors and memory of a host; contexts cached on the NIC
 * nic.cost               costs and kinds of devices
 * </pre>
 *
 * <p>Imports point down only. Everything belongs to the one thread that runs the {@link org.rpcrdma.sim.Simulation}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.nic;
