// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The verbs contract on this host's devices. It calls libibverbs and librdmacm with the Foreign Function and Memory
 * API.
 *
 * <pre>
 *   IbverbsDeviceProvider   finds devices by name
 *   IbvDevice               librdmacm's ibv_context for the device, which connections and queue pairs share;
 *                           IbvProtectionDomain creates the objects in a domain
 *   internal packages, each of which imports only the packages below it:
 *     connect               connections through librdmacm
 *     queue                 queue pairs, completion queues, shared receive queues
 *     post                  chains of work requests in native memory; posting with function calls
 *     region                memory regions, memory windows, memory of the device
 *     event                 the event loop: ppoll(2) over four descriptors
 *     device                the parts that all objects of a device use; asynchronous events
 *     library               libibverbs, librdmacm and libc through the Foreign Function and Memory API
 *     layout                one class per C structure, with the offsets of its fields
 * </pre>
 *
 * <p>Offsets follow the x86-64 System V ABI, and other machines are rejected. The offsets are stable, because rdma-core
 * only appends fields to its structures. When a device is opened, the offsets are checked to the extent that the
 * library permits ({@code abi_compat}, {@code verbs_context.sz}).
 *
 * <p>If a device may be removed while a program uses it, set {@code RDMAV_ALLOW_DISASSOC_DESTROY=1} in the program's
 * environment ({@code ibv_open_device(3)}). Without this variable, the library fails with EIO when a program destroys
 * objects that the kernel has already destroyed, and the device's resources cannot be released.
 *
 * <p>The data path allocates nothing. Requests are staged directly in native memory, in the format that the driver
 * reads.
 *
 * @since 0.1.0
 */
package org.rpcrdma.ibverbs;
