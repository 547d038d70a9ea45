// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Verbs that few devices support: datagrams, indirect keys, re-registration, and advice and statistics for on-demand
 * paging.
 *
 * <p>Each {@code Extended…} type extends the type of the same name in {@link org.rpcrdma.verbs}. The {@code of} method
 * of each such type casts an object to that type. On a device that lacks a feature, calls fail with EOPNOTSUPP; check
 * {@link org.rpcrdma.verbs.DeviceCapability} beforehand.
 *
 * <pre>{@code
 * if (device.attributes().has(DeviceCapability.INDIRECT_KEY)) {
 *     IndirectKey key = ExtendedProtectionDomain.of(domain).createIndirectKey(attributes);
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
package org.rpcrdma.verbs.extended;
