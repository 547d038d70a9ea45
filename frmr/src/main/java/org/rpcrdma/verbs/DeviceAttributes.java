/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.verbs;

/**
 * What a device grants at most.
 *
 * @param maxQpWr               work requests outstanding on one queue of a queue pair.
 * @param maxSge                scatter/gather elements of one work request.
 * @param maxCqe                entries of a completion queue.
 * @param maxFastRegPages       pages of one fast-register region; 0 where the device has none.
 * @param pageSize              bytes in a page of a fast-register region's page list.
 */
public record DeviceAttributes(int maxQpWr, int maxSge, int maxCqe, int maxFastRegPages, int pageSize) {}
