/** Buttons the platform knows. */
export const CALLS_TO_ACTION = new Set(
  `LEARN_MORE SHOP_NOW SIGN_UP SUBSCRIBE DOWNLOAD BOOK_NOW BOOK_TRAVEL CONTACT_US CONTACT APPLY_NOW GET_OFFER GET_OFFER_VIEW GET_QUOTE GET_DIRECTIONS
  GET_SHOWTIMES REQUEST_TIME ORDER_NOW START_ORDER BUY_NOW BUY_TICKETS ADD_TO_CART CALL_NOW CALL MESSAGE_PAGE WHATSAPP_MESSAGE INSTAGRAM_MESSAGE WATCH_MORE
  WATCH_VIDEO LISTEN_NOW LISTEN_MUSIC PLAY_GAME INSTALL_APP INSTALL_MOBILE_APP USE_APP USE_MOBILE_APP UPDATE_APP OPEN_LINK LIKE_PAGE EVENT_RSVP DONATE
  DONATE_NOW NO_BUTTON VISIT_WEBSITE SEE_SHOP SEE_MORE SELL_NOW SHARE ASK_ABOUT_SERVICES ASK_A_QUESTION ASK_FOR_MORE_INFO ASK_US AUDIO_CALL
  BOOK_A_CONSULTATION BROWSE_SHOP BUY BUY_VIA_MESSAGE CALL_ME CHAT_NOW CHAT_WITH_US CONFIRM FIND_A_GROUP FIND_OUT_MORE FIND_YOUR_GROUPS
  FOLLOW_NEWS_STORYLINE FOLLOW_PAGE FOLLOW_USER GET_A_QUOTE GET_DETAILS GET_IN_TOUCH GET_PROMOTIONS GET_STARTED INQUIRE_NOW JOIN_CHANNEL JOIN_LIVE_VIDEO
  MAKE_AN_APPOINTMENT MOBILE_DOWNLOAD OPEN_INSTANT_APP PAY_TO_ACCESS PLAY_GAME_ON_FACEBOOK PURCHASE_GIFT_CARDS RAISE_MONEY RECORD_NOW REFER_FRIENDS
  SAY_THANKS SEND_A_GIFT SEND_GIFT_MONEY SEND_UPDATES SHOP_WITH_AI SOTTO_SUBSCRIBE START_A_CHAT SWIPE_UP_PRODUCT SWIPE_UP_SHOP TRY_DEMO TRY_ON_WITH_AI
  VIDEO_ANNOTATION VIDEO_CALL VIEW_CART VIEW_CHANNEL VIEW_IN_CART VIEW_PRODUCT VISIT_PAGES_FEED WATCH_LIVE_VIDEO WOODHENGE_SUPPORT`.split(
    /\s+/,
  ),
);

/** Enhancements that can be opted into one by one. */
export const CREATIVE_FEATURES = new Set(
  `adapt_to_placement add_text_overlay advantage_plus_creative app_highlights carousel_to_video catalog_feed_tag creative_stickers cv_transformation
  description_automation dynamic_partner_content enhance_cta feed_caption_optimization generate_cta hide_price ig_video_native_subtitle image_animation
  image_auto_crop image_background_gen image_brightness_and_contrast image_enhancement image_templates image_text_translation image_touchups image_uncrop
  inline_comment local_store_extension media_order media_type_automation multi_photo_to_video music_generation pac_relaxation product_extensions
  product_metadata_automation product_tags profile_card profile_extension replace_media_text reveal_details_over_time show_destination_blurbs show_summary
  site_extensions standard_enhancements_catalog text_extraction_for_headline text_formatting_optimization text_generation text_optimizations
  text_overlay_translation text_translation translate_voiceover video_auto_crop video_filtering video_highlights video_to_image video_uncrop`.split(
    /\s+/,
  ),
);
