// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of an open device: its context, limits, ports and addresses, the memory near the device, and the routing of
 * asynchronous events.
 *
 * <pre>
 *   DeviceContext          the record of all parts, which objects receive instead of the device
 *     OpenContext          struct ibv_context, and the count of its users
 *     IbvDeviceAttributes  the device's limits, with the capabilities that no attribute shows
 *     PortAddresses        GIDs, LIDs and IP addresses
 *     MappedMemory         mmap(2) near the device; blocks that are registered cannot be closed
 *     ContextEvents        the asynchronous events of one open instance; AsyncRouter finds the instance
 *   NativeObject           an object, represented by its pointer until it is destroyed
 * </pre>
 *
 * <p>Internal: only for this artifact's packages. May change at any time.
 */
package org.rpcrdma.ibverbs.device;
